// Which names the entry of a package gives to others, and where each stands.

type Names = ReadonlyMap<string, number>;

export function exportedNames(path: string, text: string): Names {
  if (path.endsWith('.py')) return ofPython(text);
  if (path.endsWith('.rs')) return ofRust(text);
  return path.endsWith('.go') ? ofGo(text) : ofScript(text);
}

/** Names between commas, each by what it is called outside. */
function listed(text: string, from: number): readonly (readonly [string, number])[] {
  return [...text.matchAll(/(?:[\w$*.]+\s+as\s+)?([\w$]+)/g)]
    .map((found) => [found[1] ?? '', from + found.index] as const)
    .filter(([name]) => name !== '' && name !== 'type');
}

function ofScript(text: string): Names {
  const found = new Map<string, number>();
  const declared =
    /\bexport\s+(?:declare\s+)?(?:default\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\*?|class|const|let|var|interface|type|enum|namespace)\s+([\w$]+)/g;
  for (const one of text.matchAll(declared)) found.set(one[1] ?? '', one.index);
  for (const one of text.matchAll(/\bexport\s+(?:type\s+)?\{([^}]*)\}/g)) {
    for (const [name, at] of listed(
      (one[1] ?? '').replaceAll(/\btype\s+(?=\w)/g, '     '),
      one.index + one[0].indexOf('{') + 1,
    ))
      found.set(name, at);
  }
  for (const one of text.matchAll(/\bexport\s*\*\s*(?:as\s+([\w$]+)\s+)?from\s*["']([^"']+)["']/g)) {
    found.set(one[1] ?? `* of ${one[2] ?? ''}`, one.index);
  }
  for (const one of text.matchAll(/(?:^|[;\s=])(?:module\.)?exports\.([\w$]+)\s*=/g))
    found.set(one[1] ?? '', one.index);
  for (const one of text.matchAll(/\bmodule\.exports\s*=\s*\{([^}]*)\}/g)) {
    for (const key of (one[1] ?? '').matchAll(/(?:^|[,\n])\s*([\w$]+)\s*(?=[,:\n]|$)/g))
      found.set(key[1] ?? '', one.index);
  }
  return found;
}

function ofPython(text: string): Names {
  const found = new Map<string, number>();
  const all = /^__all__[^=\n]*=\s*[[(]([^\])]*)[\])]/m.exec(text);
  if (all !== null) {
    for (const name of (all[1] ?? '').matchAll(/["'](\w+)["']/g)) {
      found.set(name[1] ?? '', all.index + all[0].indexOf(name[0]));
    }
  }
  for (const one of text.matchAll(/^from\s+\.[\w.]*\s+import\s+(?:\(([^)]*)\)|([^\n(]*))/gm)) {
    for (const [name, at] of listed(one[1] ?? one[2] ?? '', one.index)) found.set(name, at);
  }
  for (const name of found.keys()) if (name.startsWith('_')) found.delete(name);
  return found;
}

function ofRust(text: string): Names {
  const found = new Map<string, number>();
  const declared =
    /^pub\s+(?:async\s+|unsafe\s+|const\s+(?=fn))*(?:fn|struct|enum|trait|mod|type|const|static|union)\s+(\w+)/gm;
  for (const one of text.matchAll(declared)) found.set(one[1] ?? '', one.index);
  for (const one of text.matchAll(/^pub\s+use\s+([^;]+);/gm)) {
    const inside = /\{([\s\S]*)\}/.exec(one[1] ?? '')?.[1] ?? (one[1] ?? '').split('::').at(-1) ?? '';
    for (const part of inside.split(',')) {
      const name = /(\w+)\s*\}*\s*$/.exec(part)?.[1];
      if (name !== undefined) found.set(name, one.index);
    }
  }
  return found;
}

function ofGo(text: string): Names {
  const found = new Map<string, number>();
  if (/^package\s+main\b/m.test(text)) return found;
  for (const one of text.matchAll(/^func\s+(?:\(\s*\w*\s*\*?\s*([A-Z]\w*)[^)]*\)\s*)?([A-Z]\w*)\s*[[(]/gm)) {
    found.set(one[1] === undefined ? (one[2] ?? '') : `${one[1]}.${one[2] ?? ''}`, one.index);
  }
  for (const one of text.matchAll(/^(?:type|var|const)\s+([A-Z]\w*)/gm)) found.set(one[1] ?? '', one.index);
  for (const group of text.matchAll(/^(?:type|var|const)\s*\(\n([\s\S]*?)^\)/gm)) {
    const from = group.index + group[0].indexOf('\n') + 1;
    for (const one of (group[1] ?? '').matchAll(/^\t([A-Z]\w*)/gm)) found.set(one[1] ?? '', from + one.index);
  }
  return found;
}
