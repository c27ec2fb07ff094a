// Offers as a script for a shell. Each script knows commands and options by heart and asks for the ids of runs when Tab is pressed,
// of the very program whose name was typed.

import { flagsOf, flagsTaking } from './offers.ts';
import type { Offer, OfferedOption } from './offers.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export function scriptFor(shell: Shell, offers: readonly Offer[]): string {
  switch (shell) {
    case 'bash':
      return bash(offers);
    case 'zsh':
      return zsh(offers);
    case 'fish':
      return fish(offers);
  }
}

/** No shell looks into single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const before = ['-C', '--dir', '--help', '--version'];

function bash(offers: readonly Offer[]): string {
  const cases = offers.map((offer) => {
    const lists = {
      options: offer.options.flatMap(flagsOf),
      words: offer.words,
      files: flagsTaking(offer, 'file'),
      runs: flagsTaking(offer, 'run'),
      texts: flagsTaking(offer, 'text'),
    };
    const set = Object.entries(lists).map(([key, list]) => `${key}=${quoted(list.join(' '))}`);
    return `    ${offer.name}) ${set.join(' ')} takes=${offer.takes} ;;`;
  });
  return `# Completion for bash. In ~/.bashrc: source <(slipway completions bash)
_slipway() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= i
  local options= words= files= runs= texts= takes=nothing
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      -C|--dir) ((i++)) ;;
      -*) ;;
      *) command=\${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command in
    '') options=${quoted(before.join(' '))} words=${quoted(offers.map(({ name }) => name).join(' '))} ;;
    help) words=${quoted(offers.map(({ name }) => name).join(' '))} ;;
${cases.join('\n')}
  esac
  COMPREPLY=()
  if [[ $prev == -C || $prev == --dir ]]; then
    compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return
  elif [[ " $files " == *" $prev "* ]]; then
    compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return
  elif [[ " $texts " == *" $prev "* ]]; then
    return
  elif [[ " $runs " == *" $prev "* ]]; then
    options= words= takes=run
  elif [[ $cur == -* ]]; then
    words=$options takes=nothing
  fi
  if [[ $takes == run ]]; then
    words+=" $("\${COMP_WORDS[0]}" completions runs 2>/dev/null | cut -f1)"
  elif [[ $takes == file ]]; then
    compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
  mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _slipway slipway
`;
}

/** What `_describe` takes: a word and what it means. */
const described = (word: string, about: string): string =>
  quoted(`${word.replaceAll(':', String.raw`\:`)}:${about}`);

function zsh(offers: readonly Offer[]): string {
  const cases = offers.map((offer) => {
    const options = offer.options.flatMap((option) =>
      flagsOf(option).map((flag) => described(flag, option.describe)),
    );
    return `    ${offer.name})
      options=(${options.join(' ')})
      words_=(${offer.words.map(quoted).join(' ')})
      files=(${flagsTaking(offer, 'file').join(' ')}) runs=(${flagsTaking(offer, 'run').join(' ')}) texts=(${flagsTaking(offer, 'text').join(' ')}) takes=${offer.takes} ;;`;
  });
  const commands = offers.map(({ name, summary }) => described(name, summary)).join(' ');
  return `#compdef slipway
# Completion for zsh. In ~/.zshrc, after compinit: source <(slipway completions zsh)
_slipway() {
  local command= takes=nothing prev=\${words[CURRENT-1]} i
  local -a commands options words_ files runs texts known
  commands=(${commands})
  for ((i = 2; i < CURRENT; i++)); do
    case \${words[i]} in
      -C|--dir) ((i++)) ;;
      -*) ;;
      *) command=\${words[i]}; break ;;
    esac
  done
  case $command in
    '') options=(${before.map(quoted).join(' ')}) ;;
    help) ;;
${cases.join('\n')}
  esac
  if [[ $prev == -C || $prev == --dir ]]; then _files -/; return; fi
  if (( \${files[(Ie)$prev]} )); then _files; return; fi
  if (( \${texts[(Ie)$prev]} )); then return; fi
  if (( \${runs[(Ie)$prev]} )); then words_=() takes=run
  elif [[ \${words[CURRENT]} == -* ]]; then _describe option options; return
  fi
  if [[ -z $command || $command == help ]]; then _describe command commands; return; fi
  (( \${#words_} )) && compadd -- $words_
  if [[ $takes == run ]]; then
    known=("\${(@f)$(\${words[1]} completions runs 2>/dev/null)}")
    known=("\${(@)known//:/\\\\:}")
    known=("\${(@)known/$'\\t'/:}")
    _describe run known
  elif [[ $takes == file ]]; then _files
  fi
}
if [[ \${funcstack[1]} == _slipway ]]; then _slipway "$@"; else compdef _slipway slipway; fi
`;
}

/** Fish knows two characters inside single quotes. */
const quotedForFish = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

function fish(offers: readonly Offer[]): string {
  const lines = offers.flatMap((offer) => {
    const when = `-n '__slipway_is ${offer.name}'`;
    return [
      `complete -c slipway -n '__slipway_is' -a ${offer.name} -d ${quotedForFish(offer.summary)}`,
      ...offer.options.map((option) => `complete -c slipway ${when} ${fishOption(option)}`),
      ...(offer.words.length === 0 ? [] : [`complete -c slipway ${when} -a '${offer.words.join(' ')}'`]),
      ...(offer.takes === 'run' ? [`complete -c slipway ${when} -a '(__slipway_runs)'`] : []),
      ...(offer.takes === 'file' ? [`complete -c slipway ${when} -F`] : []),
    ];
  });
  return `# Completion for fish. slipway completions fish > ~/.config/fish/completions/slipway.fish
function __slipway_command
  set -l skip 0
  for word in (commandline -opc)[2..-1]
    if test $skip = 1
      set skip 0
    else if contains -- $word -C --dir
      set skip 1
    else if not string match -q -- '-*' $word
      echo $word
      return
    end
  end
end
function __slipway_is
  set -l command (__slipway_command)
  test "$command" = "$argv[1]"
end
function __slipway_runs
  set -l program (commandline -opc)[1]
  $program completions runs 2>/dev/null
end
complete -c slipway -f
complete -c slipway -n '__slipway_is' -s C -l dir -r -a '(__fish_complete_directories)' -d 'work as if called in DIR'
complete -c slipway -n '__slipway_is' -l version -d 'which version this is'
complete -c slipway -n '__slipway_is help' -a '${offers.map(({ name }) => name).join(' ')}'
${lines.join('\n')}
`;
}

function fishOption({ long, short, takes, describe }: OfferedOption): string {
  const name = `${short === undefined ? '' : `-s ${short} `}-l ${long} -d ${quotedForFish(describe)}`;
  switch (takes) {
    case 'nothing':
      return name;
    case 'text':
      return `${name} -x`;
    case 'file':
      return `${name} -r -F`;
    case 'folder':
      return `${name} -x -a '(__fish_complete_directories)'`;
    case 'run':
      return `${name} -x -a '(__slipway_runs)'`;
  }
}
