import { localEngine } from '../../src/engine/engines/local.ts';
import { fakeLateJournal } from '../../src/journal/fake-late-journal.ts';
import { fakeJournal } from '../../src/journal/fake-journal.ts';
import { engineContract } from './engine.ts';

engineContract('local', localEngine, fakeJournal);

for (const seed of [1, 2, 3]) {
  engineContract(`local, on a journal that answers late (${seed})`, localEngine, (store) =>
    fakeLateJournal(fakeJournal(store), seed),
  );
}
