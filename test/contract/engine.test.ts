import { localEngine } from '../../src/engine/engines/local.ts';
import { engineContract } from './engine.ts';

engineContract('local', localEngine);
