import { stringify } from 'yaml'
import { deployedRoles, NOTE, nodeArguments, paths, portOf, STOP_SECONDS, USER_ID } from './roles.ts'

/** Returns the default values of the Helm chart. */
export function chartValues(): string {
  return `${NOTE}
${stringify(
  {
    image: { repository: 'crewline', tag: '', pullPolicy: 'IfNotPresent' },
    publicHost: '',
    existingSecret: '',
    env: {},
    trustedProxies: 1,
    data: { storageClass: '', accessMode: 'ReadWriteMany', size: '20Gi' },
    ingress: { isEnabled: true, className: '', annotations: {}, tlsSecret: '' },
    user: USER_ID,
    stopSeconds: STOP_SECONDS,
    nodeArguments: [...nodeArguments],
    port: portOf('web'),
    paths,
    processes: Object.fromEntries(
      deployedRoles.map(({ role, count, memoryMb }) => [role, { count, memory: `${memoryMb}Mi`, cpu: '250m' }]),
    ),
  },
  { lineWidth: 0 },
)}`
}
