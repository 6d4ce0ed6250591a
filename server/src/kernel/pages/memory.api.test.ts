import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { forgetPages, pageMemory } from './memory.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const rendered = { html: '<p>Doors open at 6</p>', policy: "default-src 'none'" }

describe('the memory of pages', () => {
  test('reads and renders an address once for all who open it at the same moment', async () => {
    const pages = pageMemory<string>(t.process.kernel, 'test-once')
    let [loads, renders] = [0, 0]
    const opened = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const shelf = await pages.open('a', async () => {
          loads += 1
          return { orgId: t.acme.id, value: 'a' }
        })
        return shelf.page('en', async () => {
          renders += 1
          return rendered
        })
      }),
    )
    expect([loads, renders]).toEqual([1, 1])
    expect(new Set(opened.map(({ tag }) => tag)).size).toBe(1)
  })

  test('does not answer who opens a page after a change with what was read before it', async () => {
    const { kernel } = t.process
    const pages = pageMemory<string>(kernel, 'test-change')
    const { promise: waits, resolve: goOn } = Promise.withResolvers<void>()
    const before = pages.open('a', async () => {
      await waits
      return { orgId: t.acme.id, value: 'before' }
    })
    forgetPages(kernel, t.acme.id)
    const after = await pages.open('a', async () => ({ orgId: t.acme.id, value: 'after' }))
    goOn()
    expect((await before).value).toBe('before')
    expect(after.value).toBe('after')
    const again = await pages.open('a', async () => ({ orgId: t.acme.id, value: 'third' }))
    expect(again.value).toBe('after')
  })

  test('does not remember what failed', async () => {
    const pages = pageMemory<string>(t.process.kernel, 'test-fails')
    await expect(pages.open('a', () => Promise.reject(new Error('not read')))).rejects.toThrow('not read')
    const shelf = await pages.open('a', async () => ({ orgId: t.acme.id, value: 'a' }))
    await expect(shelf.page('en', () => Promise.reject(new Error('not rendered')))).rejects.toThrow('not rendered')
    expect((await shelf.page('en', async () => rendered)).bodies.identity.toString()).toBe(rendered.html)
  })
})
