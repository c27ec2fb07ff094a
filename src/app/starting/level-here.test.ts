import { describe, expect, test } from 'vitest';
import { permittedWords } from './level-here.ts';

describe('--level', () => {
  test('that is weaker than what there is says plainly that nothing follows from it, and what would', () => {
    expect(permittedWords({ level: 'contained' }, 'open')).toEqual([
      '--level open permits agents to be open, where nothing stronger can be had. Here they can be contained, so they are. SLIPWAY_LEVEL=open in your environment has them work without a box.',
    ]);
    expect(permittedWords({ level: 'contained' }, 'fenced')).toEqual([
      '--level fenced permits agents to be fenced, where nothing stronger can be had. Here they can be contained, so they are.',
    ]);
  });

  test('that is what there is, or that nobody said, has nothing to explain', () => {
    expect(permittedWords({ level: 'open' }, 'open')).toEqual([]);
    expect(permittedWords({ level: 'contained' }, undefined)).toEqual([]);
  });
});
