// Which language a file is written in, by its name.

const byEnding: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    TypeScript: 'ts tsx mts cts',
    JavaScript: 'js jsx mjs cjs',
    Python: 'py pyi',
    Go: 'go',
    Rust: 'rs',
    Java: 'java',
    Kotlin: 'kt kts',
    Scala: 'scala sc',
    Swift: 'swift',
    C: 'c h',
    'C++': 'cc cpp cxx hh hpp hxx',
    'C#': 'cs',
    'Objective-C': 'm mm',
    Ruby: 'rb rake',
    PHP: 'php',
    Perl: 'pl pm t',
    Elixir: 'ex exs',
    Erlang: 'erl hrl',
    Haskell: 'hs',
    OCaml: 'ml mli',
    Clojure: 'clj cljs cljc',
    Lua: 'lua',
    Dart: 'dart',
    R: 'r',
    Julia: 'jl',
    Zig: 'zig',
    Nix: 'nix',
    Shell: 'sh bash zsh bats',
    PowerShell: 'ps1',
    SQL: 'sql',
    HTML: 'html htm',
    CSS: 'css scss sass less',
    Vue: 'vue',
    Svelte: 'svelte',
    Terraform: 'tf',
    Protobuf: 'proto',
    GraphQL: 'graphql gql',
    YAML: 'yml yaml',
    JSON: 'json',
    TOML: 'toml',
    XML: 'xml',
    Markdown: 'md mdx',
  }).flatMap(([name, endings]) => endings.split(' ').map((ending) => [ending, name])),
);

export function languageOf(path: string): string | undefined {
  const dot = path.lastIndexOf('.');
  const ending = path.slice(dot + 1).toLowerCase();
  return dot > path.lastIndexOf('/') && Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined;
}
