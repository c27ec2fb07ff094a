// Words that journals and the answers of agents are kept in. Whoever leaves one out, or writes it in another way, has
// to say what becomes of those that were recorded with it.

import { expect, test } from 'vitest';
import { careKinds } from './evidence/careful.ts';
import { destructionKinds } from './evidence/destruction.ts';
import { factKinds } from './memory/facts.ts';
import { miragePatterns, mirageSeverities } from './plan/mirages.ts';
import { riskCategories, riskImpacts } from './plan/plan.ts';
import { riskStates } from './roles/verdict.ts';
import { fieldNames } from './ticket/headings.ts';

const kept: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'categories of risks',
    riskCategories,
    [
      'data_volume',
      'performance',
      'concurrency',
      'access_control',
      'migration_rollback',
      'dependency',
      'operability',
    ],
  ],
  ['impacts of risks', riskImpacts, ['NONE', 'LOW', 'MEDIUM', 'HIGH']],
  [
    'patterns of mirages',
    miragePatterns,
    [
      'phantom_api',
      'version_mismatch',
      'pattern_mismatch',
      'missing_dependency',
      'file_path_hallucination',
      'schema_mismatch',
      'integration_fantasy',
      'scope_creep',
      'test_infrastructure_mismatch',
      'concurrency_blindness',
      'missing_error_path',
      'missing_validation',
      'missing_edge_case',
      'missing_requirement',
      'missing_cleanup',
      'missing_migration',
      'missing_security_boundary',
    ],
  ],
  ['severities of mirages', mirageSeverities, ['BLOCKING', 'IMPORTANT', 'MINOR']],
  ['what became of risks', riskStates, ['dealt_with', 'bearable', 'open']],
  ['what has to be handled with care', careKinds, ['concurrent', 'distributed']],
  [
    'kinds of destruction',
    destructionKinds,
    [
      'file-deleted',
      'many-deleted',
      'data-deleted',
      'migration-drops',
      'contract-broken',
      'removal-added',
      'history-rewritten',
    ],
  ],
  ['kinds of facts', factKinds, ['user', 'feedback', 'project', 'reference']],
  [
    'parts of tickets',
    fieldNames,
    [
      'description',
      'background',
      'scope',
      'out_of_scope',
      'acceptance_criteria',
      'steps_to_reproduce',
      'expected',
      'actual',
      'environment',
      'constraints',
      'impact',
      'dependencies',
      'design',
      'notes',
      'references',
    ],
  ],
];

test.each(kept)('%s', (_name, words, known) => {
  expect(words).toEqual(known);
});
