import { expect, test } from 'vitest'
import { createPortRegistry, provide } from './ports.ts'

const registry = createPortRegistry()
const greeting = registry.definePort<(name: string) => string>('greeting')
const hello = (name: string) => `hello ${name}`

test('an unconnected port throws when it is used', () => {
  expect(() => greeting.get()).toThrow('port greeting is not connected')
})

test('a declared port without a provider stops the start, and names the port', () => {
  expect(() => registry.connectPorts([{ name: 'early' }, { name: 'late', provides: [] }])).toThrow(
    'no module provides: greeting. Add it',
  )
  expect(() => greeting.get()).toThrow('not connected')
})

test('two providers of one port stop the start, and are named', () => {
  const provides = [provide(greeting, hello)]
  expect(() =>
    registry.connectPorts([
      { name: 'first', provides },
      { name: 'second', provides },
    ]),
  ).toThrow('port greeting is provided by two modules: first and second')
})

test('connects ports, and connecting the same modules again changes nothing', () => {
  const modules = [{ name: 'late', provides: [provide(greeting, hello)] }]
  registry.connectPorts(modules)
  expect(greeting.get()('Ann')).toBe('hello Ann')
  registry.connectPorts(modules)
  expect(greeting.get()('Ben')).toBe('hello Ben')
})

test('two ports of one name are refused', () => {
  expect(() => registry.definePort('greeting')).toThrow('two ports are named greeting')
})
