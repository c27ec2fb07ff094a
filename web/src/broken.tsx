// A screen that cannot be drawn says so, and the frame around it stays. Screens are loaded when they are gone to: in a tab that was left open
// while Slipway was updated there is nothing at the old address any more.

import type { ReactNode } from 'react';
import { Component } from 'react';
import { useLocation } from 'wouter';

/** As the browsers say that a module did not come. */
const notLoaded = /dynamically imported module|importing a module script failed|error loading/i;

export function Broken({ children }: { readonly children: ReactNode }): ReactNode {
  const [here] = useLocation();
  // By address: whoever goes elsewhere gets another screen, and not the same words.
  return <Boundary key={here.split('/')[1]}>{children}</Boundary>;
}

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error?: Error;
}

class Boundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const isOld = notLoaded.test(error.message);
    return (
      <div role="alert">
        <h1>{isOld ? 'This page is of another version of Slipway' : 'This screen cannot be drawn'}</h1>
        <p className="mt-2">
          {isOld
            ? 'Slipway was updated since this page was loaded. Nothing is lost: what you decided stays decided.'
            : 'This is a bug in Slipway. Runs go on, and everything can be seen and decided at a terminal, too.'}
        </p>
        <button type="button" className="button button-main mt-4" onClick={() => location.reload()}>
          Load it again
        </button>
      </div>
    );
  }
}
