import { MessageKind, type MessageState } from '@crewline/contract/messages'
import type { Chance } from './chance.ts'

/** One line of a dialogue before it is told. */
export interface ScriptLine {
  direction: 'in' | 'out'
  kind: MessageKind
  state: MessageState
  errorCode: string | null
  /** The same words as the text before it, which did not arrive. */
  again: boolean
  /** Said about a day after the text before it. */
  later: boolean
  words: string
}

export type Script = ScriptLine[]

/** What a dialogue fills in. */
export interface Roles {
  /** The worker. */
  first: string
  /** The teammate. */
  me: string
  organization: string
  /** What the product itself answers to STOP, START and HELP. */
  stopAnswer: string
  startAnswer: string
  helpAnswer: string
}

/**
 * Reads dialogues, parted by empty lines. `> ` is a text of the organization, `< ` one of the worker; in brackets after
 * the sign stand the state and code of a text, its kind, `again` or `later`. `¶` is a line break; `[a|b]` is one of two, and
 * `[=c|d]` goes with the choice before it.
 */
export function readScripts(text: string): Script[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').map((line) => readLine(line.trim())))
}

function readLine(line: string): ScriptLine {
  const found = /^([<>])(?:\(([a-z_]+)(?: ([a-z_0-9]+))?\))?\s*(.*)$/u.exec(line)
  if (!found) throw new Error(`this is no line of a dialogue: ${line}`)
  const [, sign, mark, code, words = ''] = found
  const direction = sign === '<' ? 'in' : 'out'
  const kind = MessageKind.safeParse(mark)
  const isState = mark !== undefined && mark !== 'again' && mark !== 'later' && !kind.success
  return {
    direction,
    kind: kind.success ? kind.data : 'text',
    state: isState ? (mark as MessageState) : direction === 'in' ? 'received' : 'delivered',
    errorCode: code ?? null,
    again: mark === 'again',
    later: mark === 'later',
    words: words.replaceAll('¶', '\n'),
  }
}

const FILLINGS: Record<string, string[]> = {
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  start: ['5 AM', '6 AM', '6:30 AM', '7 AM', '2 PM', '2:30 PM', '3 PM'],
  shift: ['morning shift', 'day shift', 'second shift', 'night shift', '6 to 2', '2 to 10'],
  minutes: ['10', '15', '20', '25', '30', '40'],
  line: ['Line 1', 'Line 2', 'Line 3', 'Line 4', 'Line 5', 'Line 6', 'Line 7'],
  machine: [
    'slicer',
    'labeler',
    'case packer',
    'metal detector',
    'palletizer',
    'shrink wrapper',
    'mixer',
    'conveyor',
    'date coder',
  ],
  hours: ['2', '4', '6', '7.5', '8', '10'],
  few: ['3', '4', '5', '6'],
  dock: ['Dock 2', 'Dock 4', 'Dock 5', 'Dock 7', 'Dock 11'],
  lead: ['Tanisha', 'Roberto', 'Big Mike', 'Sheila', 'Ewa', 'Mr. Kim', 'Desmond', 'Luz'],
  truck: ['12', '18', '23', '31', '47'],
}

/** The words of a dialogue for one telling: the same choice for the same name throughout. */
export function tell(chance: Chance, script: Script, roles: Roles): string[] {
  const chosen = new Map<string, string>(Object.entries(roles))
  const filling = (name: string): string => {
    const known = chosen.get(name)
    if (known !== undefined) return known
    const one = chance.one(FILLINGS[name] ?? fail(`nothing fills {${name}}`))
    chosen.set(name, one)
    return one
  }
  let before = ''
  let place = 0
  return script.map((line) => {
    if (line.again) return before
    const varied = line.words.replace(/\[(=?)([^[\]]*)\]/g, (_, same: string, listed: string) => {
      const choices = listed.split('|')
      if (!same) place = chance.whole(0, choices.length - 1)
      return choices[place] ?? fail(`nothing goes with choice ${place} in [=${listed}]`)
    })
    before = varied.replace(/\{(\w+)\}/g, (_, name: string) => filling(name))
    return before
  })
}

function fail(words: string): never {
  throw new Error(words)
}
