// Imports point one way. Each rule names what a folder may use; everything else is refused.
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { pathNot: allowed },
});
const ports =
  '^src/(journal/journal|blobs/blobs|screening/(screened|hidden)|containment/(process|process-limits|box|containment)|workspace/(workspace|git|layer)|agents/agent|forges/forge|trackers/tracker|checks/checks|survey/survey|search/search|tool-servers/tool-servers|engine/engine|effects/effect|prompts/prompts|config/config|telemetry/clock|triggers/posted|notifiers/notifier)\\.ts$';

const adapter = (folder, more = []) =>
  only(
    `${folder}-is-an-adapter`,
    `^src/${folder}/`,
    [
      `^src/(core|views|config|telemetry|plain|${folder})/`,
      ...more,
      ports,
      '^node_modules/',
      '^(node:)?[a-z_/]+$',
    ],
    'an adapter knows the core, its own folder and port files, never another adapter',
  );

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only('core-is-pure', '^src/core/', ['^src/core/'], 'the core imports only itself: no npm, no node'),
    only('views-are-pure', '^src/views/', ['^src/(core|views)/'], 'views are folds over core types'),
    only('tamper-is-pure', '^src/tamper/', ['^src/(core|tamper)/'], 'the judge reads texts and nothing else'),
    only(
      'destruction-is-pure',
      '^src/destruction/',
      ['^src/(core|tamper|destruction)/'],
      'what is destroyed is read from texts and nothing else',
    ),
    only(
      'careful-is-pure',
      '^src/careful/',
      ['^src/(core|tamper|destruction|careful)/'],
      'what is to be read with care is read from texts and nothing else',
    ),
    only(
      'live-fire-is-pure',
      '^src/live-fire/',
      ['^src/(core|tamper|live-fire)/'],
      'what is planted and what is taken away is made from texts and nothing else',
    ),
    only(
      'coverage-is-pure',
      '^src/coverage/',
      ['^src/(core|tamper|coverage|plain)/'],
      'what was executed is read from texts and nothing else',
    ),
    only(
      'engine',
      '^src/engine/',
      ['^src/(core|views|engine|telemetry|plain)/', ports, '^(node:)?[a-z_/]+$'],
      'the engine knows ports, not adapters',
    ),
    only(
      'effects',
      '^src/effects/',
      [
        '^src/(core|views|effects|tamper|destruction|careful|live-fire|coverage|plain)/',
        ports,
        '^(node:)?[a-z_/]+$',
      ],
      'effects know ports, not adapters',
    ),
    ...[
      'journal',
      'blobs',
      'screening',
      'containment',
      'workspace',
      'agents',
      'checks',
      'survey',
      'search',
      'tool-servers',
    ].map((folder) => adapter(folder, folder === 'agents' ? ['^src/secrets/'] : [])),
    ...['forges', 'trackers'].map((folder) => adapter(folder, ['^src/github/', '^src/secrets/'])),
    adapter('telegram'),
    adapter('notifiers', ['^src/triggers/signature\\.ts$', '^src/screening/terminal\\.ts$']),
    only(
      'github',
      '^src/github/',
      ['^src/(plain|telemetry|github|secrets)/', '^node_modules/', '^(node:)?[a-z_/]+$'],
      "the way to GitHub's interface knows no forge and no tracker, so that both may go it",
    ),
    only(
      'config',
      '^src/config/',
      [
        '^src/(core|config|plain)/',
        '^src/(prompts/template|agents/kinds|forges/names)\\.ts$',
        '^node_modules/',
        '^(node:)?[a-z_/]+$',
      ],
      "configuration is read into what the core knows; a team's own prompts are looked at while it is read, each kind of agent says which keys it has, and forges have names",
    ),
    {
      name: 'agent-kinds-are-apart',
      comment:
        'a kind of agent knows what all kinds share, never another kind; only the table knows them all',
      severity: 'error',
      from: { path: '^src/agents/([^/]+)/' },
      to: { path: '^src/agents/([^/]+/|kinds\\.ts$)', pathNot: '^src/agents/$1/' },
    },
    only(
      'prompts',
      '^src/prompts/',
      [
        '^src/(core|prompts|plain)/',
        '^src/config/(closest|issues|package-file)\\.ts$',
        ports,
        '^node_modules/',
        '^(node:)?[a-z_/]+$',
      ],
      'a prompt is made from what it is given; it knows no configuration of a run',
    ),
    only(
      'secrets',
      '^src/secrets/',
      ['^src/(plain|secrets)/', '^(node:)?[a-z_/]+$'],
      'what names a secret is followed the same way by whoever needs one, and knows none of them',
    ),
    only(
      'triggers',
      '^src/triggers/',
      ['^src/(core|plain|triggers)/', '^node_modules/', '^(node:)?[a-z_/]+$'],
      'what services send is read without knowing who acts on it',
    ),
    only('plain', '^src/plain/', ['^src/plain/'], 'small functions over plain values know nobody'),
    only(
      'telemetry',
      '^src/telemetry/',
      ['^src/telemetry/', '^(node:)?[a-z_/]+$'],
      'clocks and ids know nobody, so that everybody may know them',
    ),
    {
      name: 'app-knows-no-surface',
      comment: 'a surface brings words to verbs; no verb knows who brought them',
      severity: 'error',
      from: { path: '^src/app/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(cli|server|mcp|library)/' },
    },
    only(
      'mcp',
      '^src/mcp/',
      [
        '^src/(app|core|views|mcp|telemetry|plain)/',
        '^src/engine/frames\\.ts$',
        '^src/screening/terminal\\.ts$',
        '^node_modules/',
        '^(node:)?[a-z_/]+$',
      ],
      'surfaces go through the app',
    ),
    only(
      'server',
      '^src/server/',
      [
        '^src/(app|core|views|server|mcp|config|telemetry|plain)/',
        '^src/engine/(frames|runs)\\.ts$',
        ports,
        '^node_modules/',
        '^(node:)?[a-z_/]+$',
      ],
      'surfaces go through the app',
    ),
    only(
      'library',
      '^src/library/',
      ['^src/(app|core|views|library|telemetry|plain)/', '^node_modules/', '^(node:)?[a-z_/]+$'],
      'surfaces go through the app',
    ),
    only(
      'cli',
      '^src/cli/',
      [
        '^src/(app|core|views|cli|mcp|config|telemetry|plain)/',
        '^src/engine/frames\\.ts$',
        // An engine that is asked to listen loads the surface it is then heard by.
        '^src/server/(listener|hooks)\\.ts$',
        '^src/screening/terminal\\.ts$',
        // A command tells by the terminal it was called at.
        '^src/notifiers/terminal\\.ts$',
        ports,
        '^node_modules/',
        '^(node:)?[a-z_/]+$',
      ],
      'surfaces go through the app',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
