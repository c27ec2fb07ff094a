// A server of Node's that listens at an address, or says why it cannot.

import type { Server } from 'node:http';

/** The port it got. */
export function listeningAt(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  notThere: (error: Error, host: string, port: number) => Error,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(notThere(error, host, port)));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
