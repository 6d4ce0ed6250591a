import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { alertRules } from './deployment/alerts.ts'
import { chartValues } from './deployment/chart.ts'
import { caddyfile, compose } from './deployment/compose.ts'
import { dockerfile } from './deployment/image.ts'
import { deployedRoles, nodeArguments } from './deployment/roles.ts'
import { target, unit } from './deployment/units.ts'

/** Returns the files in deploy/ that are written from scripts/deployment, by path. */
export function deploymentFiles(): Map<string, string> {
  return new Map([
    ['deploy/Dockerfile', dockerfile()],
    ['deploy/compose.yaml', compose()],
    ['deploy/Caddyfile', caddyfile()],
    ...deployedRoles.map((kind): [string, string] => [`deploy/systemd/crewline-${kind.role}@.service`, unit(kind)]),
    ['deploy/systemd/crewline.target', target()],
    ['deploy/helm/crewline/values.yaml', chartValues()],
    ['deploy/prometheus/alerts.yaml', alertRules()],
  ])
}

/** Finds files in deploy/ that are out of date. */
export function findStaleDeployment(root: string): string[] {
  const runner = readFileSync(join(root, 'bin/run'), 'utf8')
  return [
    ...[...deploymentFiles()]
      .filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
      .map(([path]) => `${path} is out of date. Write it with: node scripts/write-deployment.ts`),
    ...nodeArguments
      .filter((argument) => !runner.includes(argument))
      .map((argument) => `bin/run starts Node without ${argument}, which scripts/deployment names`),
  ]
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  for (const [path, text] of deploymentFiles()) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    console.log(`wrote ${path}`)
  }
}
