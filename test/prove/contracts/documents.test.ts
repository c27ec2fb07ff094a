import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { textsIn, wrongIn } from './documents.ts';

const schema = buildSchema('type Query { shop(name: String!): Shop } type Shop { name: String! }');

test('documents are found among other texts, and those that are put together are told apart', () => {
  const source = [
    'const a = \'query One { shop(name: "a") { name } }\';',
    "const b = 'query of a person';",
    'const c = `mutation Two($id: ID!) { ${fields} }`;',
    'const d = `fragment Part on Shop { name }`;',
  ].join('\n');
  expect(textsIn('x.ts', source).map(({ text, line }) => [line, text === undefined])).toEqual([
    [1, false],
    [3, true],
    [4, false],
  ]);
});

test('a document that the schema does not know is refused, and a fragment may stand alone', () => {
  expect(wrongIn(schema, 'query { shop(name: "a") { name } }')).toEqual([]);
  expect(wrongIn(schema, 'fragment Part on Shop { name }')).toEqual([]);
  expect(wrongIn(schema, 'query { shop(name: "a") { nam } }').join()).toContain('nam');
  expect(wrongIn(schema, 'query {').join()).toContain('Syntax');
});
