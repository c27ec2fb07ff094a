// Which files destroy nothing whatever stands in them: tests work on what is theirs, prose tells, and what is generated
// comes again.

import { isTestSupport, testPlace } from '../tamper/test-files.ts';

const prose =
  /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|textile|po|pot|svg|ipynb)$|(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS|LICENSE|AUTHORS|README|CONTRIBUTORS)[^/]*$/i;

const testing =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e|testdata|test[-_]?(?:data|fixtures|support|utils|helpers|lib|cases|resources)?|fixtures?|cypress|playwright|integration[-_]tests?|benchmarks?|bench|snapshots|__snapshots__|mocks?|testing|qa|[\w.-]+[-_.](?:tests?|e2e))\//i;

const generated =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|out|target|coverage|generated|__generated__|\.yarn|\.cache)\/|\.(?:snap|lock|min\.js|min\.css|map|generated\.\w+|pb\.go|g\.dart)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|go\.sum|npm-shrinkwrap\.json)$|_pb2(?:_grpc)?\.pyi?$/i;

export function isProse(path: string): boolean {
  return prose.test(path) || /(?:^|\/)docs?\/.*\.(?:png|jpe?g|gif|webp|html?|css)$/i.test(path);
}

/** What is shown on a page is told, not done. */
export function isPage(path: string): boolean {
  return (
    /\.(?:x?html?|erb|haml|slim|hbs|mustache|ejs|pug|twig|jinja2?|j2|liquid|blade\.php|cshtml|tmpl)$/i.test(
      path,
    ) && !/\.(?:sql|sh|ya?ml)\.\w+$/i.test(path)
  );
}

export function isTesting(path: string): boolean {
  return testing.test(path) || testPlace(path) === 'named' || isTestSupport(path);
}

export function isGenerated(path: string): boolean {
  return generated.test(path);
}

export function isNoMatter(path: string): boolean {
  return isProse(path) || isTesting(path) || isGenerated(path);
}

/** What runs on a machine that is thrown away afterwards. */
export function isThrownAway(path: string): boolean {
  return /(?:^|\/)(?:\.github|\.gitlab|\.circleci|\.buildkite|\.devcontainer|\.azure-pipelines|\.woodpecker|\.forgejo|\.gitea)\/|(?:^|\/)(?:\.gitlab-ci|azure-pipelines|\.travis|appveyor|\.appveyor|\.drone|\.cirrus|Jenkinsfile)[^/]*$|(?:^|\/)[^/]*(?:Dockerfile|Containerfile)[^/]*$/i.test(
    path,
  );
}
