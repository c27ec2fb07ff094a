// A project of Python with a command of its own, installed to be edited by pip itself, which needs no network for it: the
// program that builds it lies in a folder beside the repository, under the name of a known one.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CheckSpec } from '../../src/core/evidence/evidence.ts';

/** Whether this machine can make an environment with pip in it. */
export const hasPython =
  spawnSync('python3', ['-c', 'import venv, ensurepip'], { stdio: 'ignore' }).status === 0;

/** `says` is what its command prints. */
export function pythonProject(says = 'hello'): Readonly<Record<string, string>> {
  return {
    'pyproject.toml': [
      '[build-system]',
      'requires = ["flit_core"]',
      'build-backend = "flit_core.buildapi"',
      '[project]',
      'name = "project"',
      'version = "1.0"',
      '[project.scripts]',
      'greet = "greeting:main"',
      '',
    ].join('\n'),
    'src/greeting/__init__.py':
      'from greeting.words import says\n\n\ndef main():\n    print(says, __file__)\n',
    'src/greeting/words.py': `says = "${says}"\n`,
  };
}

export const pythonSetup: CheckSpec = {
  name: 'setup',
  kind: 'setup',
  command:
    'python3 -m venv .venv && .venv/bin/python -m pip install --disable-pip-version-check --quiet -e .',
  timeoutMs: 300_000,
  when: 'task',
};

/** Builds what is installed to be edited: a line that names the folder of the sources, and the command. */
const backend = `
import os, zipfile
def get_requires_for_build_editable(config_settings=None): return []
def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    name = "project-1.0-py3-none-any.whl"
    info = "project-1.0.dist-info/"
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w") as wheel:
        wheel.writestr("project.pth", os.path.join(os.getcwd(), "src") + "\\n")
        wheel.writestr("where.py", "place = %r\\n" % os.getcwd())
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: project\\nVersion: 1.0\\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(info + "entry_points.txt", "[console_scripts]\\ngreet = greeting:main\\n")
        wheel.writestr(info + "RECORD", "")
    return name
`;

const packing = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1] + "/flit_core-9.0-py3-none-any.whl", "w") as wheel:
    info = "flit_core-9.0.dist-info/"
    wheel.writestr("flit_core/__init__.py", "")
    wheel.writestr("flit_core/buildapi.py", sys.argv[2])
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: flit_core\\nVersion: 9.0\\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")
`;

/** What makes pip find it, and nothing else; in a folder that is the caller’s to delete. */
export function pythonSurroundings(): {
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
} {
  const dir = mkdtempSync(path.join(tmpdir(), 'slipway-wheels-'));
  mkdirSync(path.join(dir, 'index'));
  execFileSync('python3', ['-c', packing, dir, backend]);
  return { dir, env: { PIP_FIND_LINKS: dir, PIP_INDEX_URL: `file://${dir}/index` } };
}
