// How the transcripts of every kind of agent are told, for those who read them.

import { ofEveryKind } from '../../agents/kinds.ts';

export const transcriptDialects = ofEveryKind(({ transcript }) => transcript).filter(
  (dialect) => dialect !== undefined,
);
