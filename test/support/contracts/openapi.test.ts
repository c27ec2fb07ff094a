import { expect, test } from 'vitest';
import { contractFile } from './folder.ts';
import { OpenApi } from './openapi.ts';

const file = contractFile('github-rest.openapi.json');
const github = file === undefined ? undefined : new OpenApi(file, ['ref', 'path', 'branch', 'basehead']);

const exchange = (method: string, path: string, body = '', query = '') => ({
  method,
  path,
  query: new URLSearchParams(query),
  contentType: 'application/json',
  body,
});

/** Each is wrong in one way, and is refused for that. */
const wrongRequests = [
  ['a path that is not there', exchange('GET', '/repos/a/b/pull'), /no such operation/],
  ['a method that is not there', exchange('DELETE', '/repos/a/b/pulls/1'), /no such operation/],
  [
    'a parameter that is not there',
    exchange('GET', '/repos/a/b/pulls', '', 'heads=a:b'),
    /no parameter heads/,
  ],
  [
    'a value that is not among the possible ones',
    exchange('GET', '/repos/a/b/pulls', '', 'state=merged'),
    /state: .*allowed values/,
  ],
  ['words for a number', exchange('GET', '/repos/a/b/pulls', '', 'per_page=all'), /per_page: .*integer/],
  [
    'a body without what is needed',
    exchange('POST', '/repos/a/b/pulls', '{"title":"t"}'),
    /required property/,
  ],
  [
    'a key that is not there',
    exchange('POST', '/repos/a/b/pulls', '{"head":"h","base":"b","reviewer":"x"}'),
    /reviewer/,
  ],
  [
    'a value of another type',
    exchange('POST', '/repos/a/b/pulls', '{"head":"h","base":"b","draft":"yes"}'),
    /draft.*boolean/,
  ],
  ['no body', exchange('POST', '/repos/a/b/pulls'), /body is missing/],
  ['a body that is not JSON', exchange('POST', '/repos/a/b/pulls', '{'), /not JSON/],
] as const;

test.skipIf(github === undefined).each(wrongRequests)('%s is refused', (_what, asked, why) => {
  expect(github?.request(asked).join('\n')).toMatch(why);
});

const asksRef = exchange('GET', '/repos/a/b/git/ref/heads/main');
const object = { type: 'commit', sha: 'f'.repeat(40), url: 'http://localhost/o' };
const ref = { ref: 'refs/heads/main', node_id: 'x', url: 'http://localhost/r', object };
const answered = (status: number, body: unknown) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
});

const wrongAnswers = [
  ['an answer without a key', answered(200, { ...ref, node_id: undefined }), /node_id/],
  ['an answer with an invented key', answered(200, { ...ref, branch: 'main' }), /branch/],
  ['an answer with a key of another type', answered(200, { ...ref, object: null }), /object/],
  ['a status that is not described', answered(418, {}), /418/],
  ['an answer that is not JSON', { ...answered(200, {}), body: '<html>' }, /not JSON/],
] as const;

test.skipIf(github === undefined).each(wrongAnswers)('%s is refused', (_what, answer, why) => {
  expect(github?.answer(asksRef, answer).join('\n')).toMatch(why);
});

test.skipIf(github === undefined)(
  'what is as published passes, and so does a refusal that any call may meet',
  () => {
    expect(
      github?.request(exchange('POST', '/repos/a/b/pulls', '{"head":"h","base":"b","draft":true}')),
    ).toEqual([]);
    expect(github?.request(exchange('GET', '/repos/a/b/pulls', '', 'state=all&per_page=5&head=a:b'))).toEqual(
      [],
    );
    expect(github?.answer(asksRef, answered(200, ref))).toEqual([]);
    expect(github?.answer(asksRef, answered(403, { message: 'no' }))).toEqual([]);
  },
);
