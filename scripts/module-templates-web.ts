import type { ModuleNames } from './module-templates.ts'

/** Renders the API test of the module. */
export function apiTestOf({ module, type, variable, hasContacts }: ModuleNames): string {
  const ofBob = hasContacts ? 'contactId: t.acme.bob.id, ' : ''
  const scopeTest = hasContacts
    ? `
test('hides rows of contacts out of scope, and refuses to add one', async () => {
  const { acme, process } = t
  const group = await makeGroup(process.kernel, acme.id, 'Night shift', [acme.cat.id])
  const max = await makeUser(process.kernel, acme.id, { firstname: 'Max', lastname: 'Acme', role: 'manager' })
  await limitTo(process.kernel, max, [group])
  expect((await t.as(max).call(${variable}s)).body.data).toEqual([])
  const refused = await t.as(max).call(create${type}, { body: { contactId: acme.bob.id, title: 'Hidden' } })
  expect(refused).toMatchObject({ http: 404, body: { code: 'not_found' } })
  const added = await t.as(max).call(create${type}, { body: { contactId: acme.cat.id, title: 'Seen' } })
  expect((await t.as(max).call(${variable}s)).body.data).toEqual([added.body.${variable}])
})
`
    : ''
  return `import { create${type}, ${variable}s } from '@crewline/contract/${module}'
import { afterAll, beforeAll, expect, test } from 'vitest'
${hasContacts ? "import { limitTo, makeGroup, makeUser } from '../../../test/kit/cast.ts'\n" : ''}import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const titles = (rows: { title: string }[]) => rows.map(({ title }) => title)

test('lists what an organization added, newest first and page by page, and nothing of another', async () => {
  const ann = t.as(t.acme.ann)
  for (const title of ['First', 'Second', 'Third']) {
    const added = await ann.call(create${type}, { body: { ${ofBob}title } })
    expect(added).toMatchObject({ http: 200, body: { ${variable}: { title } } })
  }
  const first = (await ann.call(${variable}s, { query: { pageSize: 2 } })).body
  expect(titles(first.data)).toEqual(['Third', 'Second'])
  const next = (await ann.call(${variable}s, { query: { pageSize: 2, cursor: first.nextCursor } })).body
  expect(titles(next.data)).toEqual(['First'])
  expect(next.nextCursor).toBeUndefined()
  expect((await t.as(t.beta.ann).call(${variable}s)).body.data).toEqual([])
})

test('refuses a blank title beside its field', async () => {
  const refused = await t.as(t.acme.ann).call(create${type}, { body: { ${ofBob}title: ' ' } })
  expect(refused).toMatchObject({ http: 400, body: { code: 'invalid', fieldErrors: { title: 'Fill this in.' } } })
})
${scopeTest}`
}

/** Renders the web files of the feature. */
export function webFeatureOf({ module, type, variable, title, can }: ModuleNames): Record<string, string> {
  const screen = `${type}Screen`
  return {
    'index.ts': `// Owns the screen of ${module}. Must not depend on the features after it in the module order.
export { ${module}Routes } from './routes.tsx'
`,
    'routes.tsx': `import { lazy } from 'react'

/** Loads the code of the screen before the click that opens it. */
export const load${screen} = () => import('./${screen}.tsx')

/** The route of the screen. */
export const ${module}Routes = [{ path: '/dashboard/${module}', can: '${can.read}', Screen: lazy(load${screen}) }]
`,
    'api.ts': `import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'

const ${module} = api.injectEndpoints({
  endpoints: (build) => ({
    ${variable}s: build.infiniteQuery<Reply<'${variable}s'>, void, string>({
      query: ({ pageParam }) => call('${variable}s', { query: pageParam ? { cursor: pageParam } : {} }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
    }),
  }),
})

export const { use${type}sInfiniteQuery } = ${module}
`,
    [`${screen}.tsx`]: `import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { use${type}sInfiniteQuery } from './api.ts'

/** The page of ${module}: every row, newest first. */
export default function ${screen}() {
  const { t } = useLingui()
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = use${type}sInfiniteQuery()
  const rows = data?.pages.flatMap((page) => page.data)
  return (
    <Screen title={t\`${title.en}\`}>
      {!rows && (isError ? <StatePanel kind="error" onRetry={() => void refetch()} /> : <SkeletonRows count={8} />)}
      {rows?.length === 0 && <StatePanel kind="firstUse" title={t\`Nothing here yet\`} />}
      {rows && rows.length > 0 && (
        <Stack align="flex-start">
          <ul>
            {rows.map((row) => (
              <li key={row.id}>{row.title}</li>
            ))}
          </ul>
          {hasNextPage && (
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              <Trans>Show more</Trans>
            </Button>
          )}
        </Stack>
      )}
    </Screen>
  )
}
`,
  }
}
