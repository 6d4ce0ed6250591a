import { MessageKind, type MessageState } from '@crewline/contract/messages'
import type { Chance } from './chance.ts'

/** One line of a dialogue before its placeholders are filled. */
export interface ScriptLine {
  direction: 'in' | 'out'
  kind: MessageKind
  state: MessageState
  errorCode: string | null
  /** The same text as the message before, which was not delivered. */
  again: boolean
  /** Sent about a day after the message before. */
  later: boolean
  text: string
}

export type Script = ScriptLine[]

/** The values for placeholders of a dialogue. */
export interface Roles {
  /** The contact. */
  first: string
  /** The teammate. */
  me: string
  organization: string
  /** The product's own replies to STOP, START and HELP. */
  stopAnswer: string
  startAnswer: string
  helpAnswer: string
}

/**
 * Parses dialogues separated by empty lines. `> ` is a message of the organization, `< ` one of the contact;
 * parentheses after the sign contain the state and code of a message, its kind, `again` or `later`. `¶` is a line
 * break; `[a|b]` picks one of two, and `[=c|d]` follows the choice before it.
 */
export function readScripts(text: string): Script[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').map((line) => readLine(line.trim())))
}

function readLine(line: string): ScriptLine {
  const match = /^([<>])(?:\(([a-z_]+)(?: ([a-z_0-9]+))?\))?\s*(.*)$/u.exec(line)
  if (!match) throw new Error(`not a valid row of a dialogue: ${line}`)
  const [, sign, tag, code, text = ''] = match
  const direction = sign === '<' ? 'in' : 'out'
  const kind = MessageKind.safeParse(tag)
  const isState = tag !== undefined && tag !== 'again' && tag !== 'later' && !kind.success
  return {
    direction,
    kind: kind.success ? kind.data : 'text',
    state: isState ? (tag as MessageState) : direction === 'in' ? 'received' : 'delivered',
    errorCode: code ?? null,
    again: tag === 'again',
    later: tag === 'later',
    text: text.replaceAll('¶', '\n'),
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

/** Fills the placeholders of a dialogue, with the same choice for the same name throughout. */
export function fillScript(chance: Chance, script: Script, roles: Roles): string[] {
  const chosen = new Map<string, string>(Object.entries(roles))
  const filling = (name: string): string => {
    const existing = chosen.get(name)
    if (existing !== undefined) return existing
    const choice = chance.pick(FILLINGS[name] ?? fail(`nothing fills {${name}}`))
    chosen.set(name, choice)
    return choice
  }
  let before = ''
  let choiceIndex = 0
  return script.map((line) => {
    if (line.again) return before
    const varied = line.text.replace(/\[(=?)([^[\]]*)\]/g, (_, same: string, listed: string) => {
      const choices = listed.split('|')
      if (!same) choiceIndex = chance.integer(0, choices.length - 1)
      return choices[choiceIndex] ?? fail(`no option matches choice ${choiceIndex} in [=${listed}]`)
    })
    before = varied.replace(/\{(\w+)\}/g, (_, name: string) => filling(name))
    return before
  })
}

function fail(message: string): never {
  throw new Error(message)
}
