import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { deployedRoles } from './deployment/roles.ts'
import { onPlanted } from './planted.ts'
import { deploymentFiles, findStaleDeployment } from './write-deployment.ts'

const runner = { 'bin/run': 'exec node --max-semi-space-size=16 --heap-growing-percent=50 start.ts\n' }

test('notices a deployment file that was edited or is missing, and a start with other arguments', async () => {
  const files: Record<string, string> = { ...runner, ...Object.fromEntries(deploymentFiles()) }
  expect(await onPlanted(files, findStaleDeployment)).toEqual([])
  const { 'deploy/Caddyfile': _proxy, ...others } = files
  expect(await onPlanted({ ...others, 'deploy/compose.yaml': 'name: mine\n' }, findStaleDeployment)).toEqual([
    'deploy/compose.yaml is out of date. Write it with: node scripts/write-deployment.ts',
    'deploy/Caddyfile is out of date. Write it with: node scripts/write-deployment.ts',
  ])
  const other = { ...files, 'bin/run': 'exec node --max-semi-space-size=16 start.ts\n' }
  expect(await onPlanted(other, findStaleDeployment)).toEqual([
    'bin/run starts Node without --heap-growing-percent=50, which scripts/deployment names',
  ])
})

test('every role runs in compose, in the chart and under systemd', () => {
  const files = deploymentFiles()
  const { services } = parse(files.get('deploy/compose.yaml') ?? '') as {
    services: Record<string, { environment?: Record<string, string> }>
  }
  const { processes } = parse(files.get('deploy/helm/crewline/values.yaml') ?? '') as { processes: object }
  for (const { role, port, count } of deployedRoles) {
    const ofRole = Object.values(services).filter(({ environment }) => environment?.['ROLES'] === role)
    expect(ofRole).toHaveLength(count)
    expect(processes).toHaveProperty(role)
    expect(files.get(`deploy/systemd/crewline-${role}@.service`)).toContain(`ROLES=${role} `)
    expect(files.get('deploy/systemd/crewline.target')).toContain(`crewline-${role}@${port}.service`)
  }
})
