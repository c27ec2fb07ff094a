// What an interface description promises: types and fields, messages and numbers, paths and methods, each with its place.

type Members = ReadonlyMap<string, number>;

/** Types, and `Type.field`. */
export function graphqlMembers(text: string): Members {
  const found = new Map<string, number>();
  const blocks =
    /^[ \t]*(?:extend\s+)?(type|interface|input|enum|union|scalar)\s+(\w+)([^{}\n=]*)(\{[^}]*\})?/gm;
  for (const block of text.matchAll(blocks)) {
    const [, kind = '', name = '', , body = ''] = block;
    if (!found.has(name)) found.set(name, block.index);
    const bodyAt = block.index + block[0].length - body.length;
    const member = kind === 'enum' ? /^[ \t{]*(\w+)/gm : /^[ \t{]*(\w+)\s*(?:\([^)]*\))?\s*:/gm;
    for (const field of body.matchAll(member)) found.set(`${name}.${field[1] ?? ''}`, bodyAt + field.index);
  }
  return found;
}

/** Messages, services and enums, `Message.field = 1`, `Service.Call`. A number is part of the promise. */
export function protoMembers(text: string): Members {
  const found = new Map<string, number>();
  const owners: string[] = [];
  const pieces =
    /\b(message|service|enum|oneof|extend)\s+([\w.]+)\s*\{|\brpc\s+(\w+)|(?<![\w.])(?:[\w.]+|map\s*<[^>\n]*>)\s+(\w+)\s*=\s*(\d+)\s*[;[]|^[ \t]*(\w+)\s*=\s*(-?\d+)\s*[;[]|[{}]/gm;
  for (const piece of text.matchAll(pieces)) {
    const [whole, kind, owner = '', rpc, field, number = '', value, valueNumber = ''] = piece;
    const at = piece.index;
    const within = owners.filter((name) => name !== '').join('.');
    if (kind !== undefined) {
      const isOwner = kind !== 'oneof' && kind !== 'extend';
      owners.push(isOwner ? owner : '');
      if (isOwner) found.set(within === '' ? owner : `${within}.${owner}`, at);
    } else if (whole === '{') owners.push('');
    else if (whole === '}') owners.pop();
    else if (within === '') continue;
    else if (rpc !== undefined) found.set(`${within}.${rpc}`, at);
    else if (field !== undefined) found.set(`${within}.${field} = ${number}`, at);
    else if (value !== undefined) found.set(`${within}.${value} = ${valueNumber}`, at);
  }
  return found;
}

const methods = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']);

/** Paths, `GET /path`, and schemas. JSON is read by its indentation too: what nobody indented is one line and says nothing. */
export function openApiMembers(text: string): Members {
  const found = new Map<string, number>();
  const above: { readonly key: string; readonly depth: number }[] = [];
  for (const line of text.matchAll(/^([ \t]*)["']?([^\s"'#:{}][^"'#:\n]*?)["']?[ \t]*:(?=\s|$|\{)/gm)) {
    const [, indent = '', key = ''] = line;
    while ((above.at(-1)?.depth ?? -1) >= indent.length) above.pop();
    const [root, second, third] = above.map((one) => one.key);
    const at = line.index + indent.length;
    if (root === 'paths' && above.length === 1) found.set(key, at);
    if (root === 'paths' && above.length === 2 && methods.has(key))
      found.set(`${key.toUpperCase()} ${second ?? ''}`, at);
    if (root === 'components' && second === 'schemas' && above.length === 2) found.set(`schema ${key}`, at);
    if (root === 'definitions' && above.length === 1) found.set(`schema ${key}`, at);
    if (third === undefined || above.length < 4) above.push({ key, depth: indent.length });
  }
  return found;
}
