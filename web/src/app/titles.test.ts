import { describe, expect, it } from 'vitest'
import { pageOf } from './titles.ts'

describe('the title of a path', () => {
  it.each([
    ['/', 'login'],
    ['', 'login'],
    ['/auth/login', 'login'],
    ['/auth/login/', 'login'],
    ['/dashboard', 'dashboard'],
    ['/dashboard/', 'dashboard'],
    ['/dashboard/inbox?conversation=1', 'inbox'],
    ['/dashboard/inbox/#top', 'inbox'],
    ['/dashboard/contacts/42/edit', 'contacts'],
    ['/dashboard/apps/forms/9/build', 'forms'],
    ['/dashboard/apps/timeoff', 'apps'],
    ['/dashboard/restore', 'restore'],
    ['/dashboard/nowhere', 'dashboard'],
    ['/dashboards', 'login'],
    ['/somewhere/else', 'login'],
  ])('maps %s to %s', (path, page) => {
    expect(pageOf(path)).toBe(page)
  })
})
