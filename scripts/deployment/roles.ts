/** What every way of running Crewline in production has in common. The files in deploy/ are written from it. */

/** A kind of process: what it does, and what one of them needs. */
export interface DeployedRole {
  role: 'web' | 'worker' | 'sender'
  /** What it does, for comments and unit descriptions. */
  does: string
  /** The port of the first process on a machine with several; each further one takes the next. */
  port: number
  /** How many run by default. Two web processes keep the pages up while one restarts. */
  count: number
  /** What one of them may use at most, in MB. */
  memoryMb: number
}

export const deployedRoles: readonly DeployedRole[] = [
  { role: 'web', does: 'pages, API, webhooks and live connections', port: 3000, count: 2, memoryMb: 1024 },
  { role: 'worker', does: 'background and scheduled work', port: 3020, count: 1, memoryMb: 1024 },
  { role: 'sender', does: 'hand-offs to carriers', port: 3040, count: 1, memoryMb: 768 },
]

/** Arguments of Node, the same as in bin/run. */
export const nodeArguments = ['--max-semi-space-size=16', '--heap-growing-percent=50']

/** Seconds until a process that was asked to stop is killed; it needs up to 20. */
export const STOP_SECONDS = 30

/** The user and group that run it, by number, because a Kubernetes cluster knows no names. */
export const USER_ID = 10_001

export const paths = { healthy: '/healthz', ready: '/readyz', metrics: '/metrics' }

/** Returns the port of the first process of a role. */
export function portOf(role: DeployedRole['role']): number {
  return deployedRoles.find((deployed) => deployed.role === role)?.port ?? 0
}

/** The first line of every written file. */
export const NOTE = '# Written by scripts/write-deployment.ts from the files in scripts/deployment. Do not edit.'
