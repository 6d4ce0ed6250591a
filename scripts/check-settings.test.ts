import { expect, test } from 'vitest'
import { findUnexplainedSettings } from './check-settings.ts'
import { onPlanted } from './planted.ts'

test('requires one explanation per setting and one setting per explanation', async () => {
  const config = { 'server/src/kernel/config.ts': "env['PORT']; env.HOST" }
  expect(await onPlanted({ ...config, '.env.example': '#PORT=1\nHOST=2\n' }, findUnexplainedSettings)).toEqual([])
  const problems = await onPlanted({ ...config, '.env.example': '#PORT=1\n#OLD=2\n' }, findUnexplainedSettings)
  expect(problems.join('\n')).toMatch(/does not explain HOST/)
  expect(problems.join('\n')).toMatch(/explains OLD/)
})
