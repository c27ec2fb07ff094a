// Every scenario of the official suite, and where it is run: on Slipway's own server, on a server with fixtures behind the same code
// that speaks the protocol, with Slipway's own client, or nowhere, and then why. A scenario that is not listed here is a failure: the
// suite has grown, and somebody has to say what it is to us.

/** Of servers: without a reason it is run. */
export const ofServers: Readonly<Record<string, 'product' | 'fixtures' | { readonly not: string }>> = {
  'server-initialize': 'product',
  ping: 'product',
  'tools-list': 'product',
  'resources-list': 'product',
  'dns-rebinding-protection': 'product',
  'completion-complete': 'fixtures',
  'json-schema-2020-12': 'fixtures',
  'logging-set-level': 'fixtures',
  'prompts-get-embedded-resource': 'fixtures',
  'prompts-get-simple': 'fixtures',
  'prompts-get-with-args': 'fixtures',
  'prompts-get-with-image': 'fixtures',
  'prompts-list': 'fixtures',
  'resources-read-binary': 'fixtures',
  'resources-read-text': 'fixtures',
  'resources-subscribe': 'fixtures',
  'resources-templates-read': 'fixtures',
  'resources-unsubscribe': 'fixtures',
  'tools-call-audio': 'fixtures',
  'tools-call-embedded-resource': 'fixtures',
  'tools-call-error': 'fixtures',
  'tools-call-image': 'fixtures',
  'tools-call-mixed-content': 'fixtures',
  'tools-call-simple-text': 'fixtures',
  'tools-call-with-logging': 'fixtures',
  'tools-call-with-progress': 'fixtures',
  'elicitation-sep1034-defaults': {
    not: 'asks the client in the middle of a call, which needs a session, and none is kept',
  },
  'elicitation-sep1330-enums': {
    not: 'asks the client in the middle of a call, which needs a session, and none is kept',
  },
  'tools-call-elicitation': {
    not: 'asks the client in the middle of a call, which needs a session, and none is kept',
  },
  'tools-call-sampling': {
    not: 'asks the client in the middle of a call, which needs a session, and none is kept',
  },
  'server-sse-multiple-streams': { not: 'is about the streams of one session, and none is kept' },
  'server-sse-polling': { not: 'is about taking up the stream of a session, and none is kept' },
};

const noLogin = 'no login is offered: a server at an address gets no credentials';

/** Of clients, by their name or how it begins. */
export const ofClients: Readonly<Record<string, 'product' | { readonly not: string }>> = {
  initialize: 'product',
  tools_call: 'product',
  'elicitation-sep1034-client-defaults': { not: 'nothing is offered to a server: it may not ask people' },
  'sse-retry': 'product',
  'auth/': { not: noLogin },
};
