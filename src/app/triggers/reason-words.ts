// Why a delivery did nothing, in words for whoever sent it and whoever reads the inbox.

import type { Reason } from '../../core/triggers/delivery.ts';

export const reasonWords: Readonly<Record<Reason, string>> = {
  repeated: 'It was delivered before',
  old: 'It is too old to be taken',
  early: 'It says that it happens later than now; look at the clocks of both sides',
  loop: 'The same thing started five runs within an hour, which nobody means: it goes round and round',
  'author-limit': 'Whoever asks has asked for as much as they may in an hour (triggers.limits.perAuthorHour)',
  'trigger-limit': 'As much came this way as may in an hour (triggers.limits.perTriggerHour)',
  forged: 'Its signature does not fit; look whether both sides have the same secret',
  'not-understood': 'It is not understood',
  'not-trusted': 'Whoever asks may not start or steer runs here (authors.allow, authors.bots)',
  'not-linked':
    'Only somebody of this home who may decide approves: slipway people add NAME --access decide, with who they are there',
  edited: 'It was edited, and an edited comment orders nothing; write another one',
  ours: 'Slipway wrote it itself',
  elsewhere: 'It is about another repository',
  'nothing-asked': 'It asks for nothing',
  looked: 'Its pull request is looked at now',
  secret: 'Something is in it that must not be stored; take it out and send it again',
  open: 'The run of the time before is still open',
  missed: 'Nobody was there when it was planned',
  deaf: 'It could not be listened to when the engine began; mend what is said here, and `slipway triggers on` again',
  off: 'Its secret is not known here; `slipway triggers on` again, or keep it where its variable says (file:, cmd:)',
};
