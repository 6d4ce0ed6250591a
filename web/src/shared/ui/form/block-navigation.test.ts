import { expect, it } from 'vitest'
import { blockNavigation } from './block-navigation.ts'

/** A navigator that notes where it went. */
function makeNavigator() {
  const visited: string[] = []
  const go = (to: unknown) => void visited.push(String(to))
  return { visited, navigator: { push: go, replace: go } }
}

it('holds a navigation until it is confirmed', () => {
  const { visited, navigator } = makeNavigator()
  const held: (() => void)[] = []
  const stop = blockNavigation(navigator, (go) => held.push(go))
  navigator.push('/inbox')
  expect(visited).toEqual([])
  held[0]?.()
  expect(visited).toEqual(['/inbox'])
  stop()
  navigator.replace('/team')
  expect(visited).toEqual(['/inbox', '/team'])
})

it.each([
  ['first', 0],
  ['last', 1],
])('asks as long as one of two guards is active, when the one that began %s ends first', (_, first) => {
  const { visited, navigator } = makeNavigator()
  let asked = 0
  const stops = [0, 1].map(() => blockNavigation(navigator, () => (asked += 1)))
  stops[first]?.()
  navigator.push('/inbox')
  expect({ asked, visited }).toEqual({ asked: 1, visited: [] })
  stops[1 - first]?.()
  navigator.push('/team')
  navigator.replace('/news')
  expect({ asked, visited }).toEqual({ asked: 1, visited: ['/team', '/news'] })
})
