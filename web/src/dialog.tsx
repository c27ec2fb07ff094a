// What lies over a screen until it is closed.

import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';

export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      className="card m-auto w-[min(36rem,calc(100vw-2rem))] bg-paper p-0 text-ink shadow-xl"
    >
      <div className="flex items-center border-b border-line px-4 py-2">
        <h2>{title}</h2>
        <button
          type="button"
          className="ml-auto cursor-pointer text-sm text-soft underline"
          onClick={onClose}
        >
          close
        </button>
      </div>
      {children}
    </dialog>
  );
}
