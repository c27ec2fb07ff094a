// The page: who is signed in, the frame, and one screen by its address. Screens are loaded when they are gone to.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Link, Route, Switch } from 'wouter';
import { Refused } from './api.ts';
import { Broken } from './broken.tsx';
import { Inbox } from './screens/inbox.tsx';
import { Frame } from './frame.tsx';
import { SignedIn } from './sign-in.tsx';
import { Empty } from './parts.tsx';

const Runs = lazy(() => import('./screens/runs.tsx').then((file) => ({ default: file.Runs })));
const Run = lazy(() => import('./screens/run.tsx').then((file) => ({ default: file.Run })));
const Gate = lazy(() => import('./screens/gate.tsx').then((file) => ({ default: file.Gate })));
const Changes = lazy(() => import('./screens/changes.tsx').then((file) => ({ default: file.Changes })));
const Task = lazy(() => import('./screens/task.tsx').then((file) => ({ default: file.Task })));
const Costs = lazy(() => import('./screens/costs.tsx').then((file) => ({ default: file.Costs })));
const Memory = lazy(() => import('./screens/memory.tsx').then((file) => ({ default: file.Memory })));
const System = lazy(() => import('./screens/system.tsx').then((file) => ({ default: file.System })));
const Start = lazy(() => import('./screens/start.tsx').then((file) => ({ default: file.Start })));

const Chat = lazy(() => import('./screens/chat.tsx').then((file) => ({ default: file.Chat })));
const Conversations = lazy(() =>
  import('./screens/chat.tsx').then((file) => ({ default: file.Conversations })),
);

const retriesMax = 2;
const client = new QueryClient({
  defaultOptions: {
    queries: {
      // What was there stays on the screen while it is asked for again.
      placeholderData: (before: unknown) => before,
      retry: (count, error) => count < retriesMax && error instanceof Refused && error.status === 0,
      staleTime: 1000,
    },
  },
});

function Page(): ReactNode {
  return (
    <SignedIn>
      <Frame>
        <Broken>
          <Suspense fallback={<p className="sr-only">Loading</p>}>
            <Switch>
              <Route path="/" component={Inbox} />
              <Route path="/runs" component={Runs} />
              <Route path="/start" component={Start} />
              <Route path="/chat" component={Conversations} />
              <Route path="/chat/:conversation">
                {({ conversation }) => <Chat key={conversation} conversation={conversation} />}
              </Route>
              <Route path="/costs" component={Costs} />
              <Route path="/memory" component={Memory} />
              <Route path="/system" component={System} />
              <Route path="/runs/:run/gates/:gate">
                {({ run, gate }) => <Gate key={`${run} ${gate}`} run={run} gate={gate} />}
              </Route>
              <Route path="/runs/:run/changes">{({ run }) => <Changes key={run} run={run} />}</Route>
              <Route path="/runs/:run/tasks/:task">
                {({ run, task }) => <Task key={`${run} ${task}`} run={run} task={task} />}
              </Route>
              <Route path="/runs/:run/:tab?">
                {({ run, tab }) => <Run key={run} run={run} tab={tab ?? 'timeline'} />}
              </Route>
              <Route>
                <Empty title="There is no screen at this address">
                  <Link href="/">The inbox</Link> says what waits for you.
                </Empty>
              </Route>
            </Switch>
          </Suspense>
        </Broken>
      </Frame>
    </SignedIn>
  );
}

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>
    </StrictMode>,
  );
}
