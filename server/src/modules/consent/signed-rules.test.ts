import { expect, test } from 'vitest'
import { judge as judgement } from './rules.ts'

const judge = (text: string) => judgement(text).intent

test('leaves a stop with a name below it or after a dash for a member to decide', () => {
  for (const text of ['stop -Maria', 'ALTO\nMaria Lopez', 'END - Jose', 'cancelar -Ana'])
    expect({ text, said: judge(text) }).toEqual({ text, said: 'possible_opt_out' })
  for (const text of ['Cancel, I found it', 'end\nof the line is blocked by boxes', 'on my way -Maria'])
    expect({ text, said: judge(text) }).toEqual({ text, said: 'none' })
})

test('counts a stop above a signature as an opt-out', () => {
  for (const text of [
    'STOP\nMaria',
    'Stop\n\nMaria Lopez',
    'Stop.\r\nMaria Lopez\r\nForklift, Bay 4\r\n312-555-0100',
    'STOP\nMARIA LOPEZ',
    'Unsubscribe\nJean-Luc Dupré',
    'stop\n-- \nmaria from the night shift',
    'cancel\n--\nMaria',
  ])
    expect({ text, said: judge(text) }).toEqual({ text, said: 'opt_out' })
  for (const text of [
    'Stop\nmaria',
    'STOP\nMaria\ncan you tell them',
    'Stop\nMaria Lopez wants this too',
    'STOP\nLINE 4',
  ])
    expect({ text, said: judge(text) }).not.toEqual({ text, said: 'opt_out' })
  for (const text of ['Stop\nThe line', 'Stop\nDriving', 'Stop\n14', 'See you\n--\nMaria'])
    expect({ text, said: judge(text) }).not.toEqual({ text, said: 'opt_out' })
  expect(judge('See you\n--\nMaria')).toBe('none')
})

test('leaves a stop followed by a possible name on the same line for a member to decide', () => {
  for (const text of [
    'STOP Maria',
    'stop maria',
    'STOP JUAN PEREZ',
    'Stop, Ana Lopez Ruiz',
    'unsubscribe Ed',
    'Alto Maria',
  ])
    expect({ text, said: judge(text) }).toEqual({ text, said: 'possible_opt_out' })
  for (const text of ['stop - Juan Perez', 'Arrêt Jean-Luc', 'Kanpe Wideline', 'Parem Ana'])
    expect({ text, said: judge(text) }).toEqual({ text, said: 'possible_opt_out' })
  const everyday = [
    'stop sign',
    'STOP LINE 4',
    'stop the truck',
    'Stop working lol',
    'alto voltaje',
    'ARRET MACHINE',
    'bus stop Main',
  ]
  for (const text of [...everyday, 'Kanpe liy la', 'End Cap', 'cancel Monday', 'On my way, Maria'])
    expect({ text, said: judge(text) }).toEqual({ text, said: 'none' })
})

test('applies a stop signed with the own name of the sender, but leaves a signed work word for a member to decide', () => {
  const juan = 'Juan Carlos Pérez-Gómez Johnny'
  for (const text of [
    'STOP Juan',
    'stop - juan perez',
    'Stop\nJuan P.',
    'STOP JOHNNY',
    'alto, Juan Carlos Perez Gomez',
    'Stop please Juan',
  ])
    expect({ text, said: judgement(text, juan).intent }).toEqual({ text, said: 'opt_out' })
  for (const text of ['STOP Maria', 'Stop Juan Lopez', 'cancel Juan', 'End - Juan'])
    expect({ text, said: judgement(text, juan).intent }).toEqual({ text, said: 'possible_opt_out' })
  for (const text of ['Stop by Juan', 'Stop the line, Juan', 'Juan', 'J', 'Ok Juan', 'Cancel the shift of Juan'])
    expect({ text, said: judgement(text, juan).intent }).toEqual({ text, said: 'none' })
  // The digits in the name of an unknown contact do not count as a name.
  expect(judgement('stop 4567', 'Unknown (…4567)').intent).toBe('none')
})
