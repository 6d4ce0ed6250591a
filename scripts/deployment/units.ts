import { deployedRoles, NOTE, nodeArguments, portOf, STOP_SECONDS, type DeployedRole } from './roles.ts'

/** Returns the unit of a role; its instance is the port. */
export function unit({ role, does, memoryMb }: DeployedRole): string {
  return `${NOTE}
# The instance is the port: systemctl enable --now crewline-${role}@${portOf(role)}
[Unit]
Description=Crewline ${role} on port %i: ${does}
Documentation=file:///opt/crewline/current/docs/operations.md
After=network-online.target postgresql.service
Wants=network-online.target
PartOf=crewline.target
# Without a limit it would give up after five failed starts, for example while the database is down.
StartLimitIntervalSec=0

[Service]
EnvironmentFile=/etc/crewline/crewline.env
Environment=NODE_ENV=production ROLES=${role} PORT=%i DATA_DIR=/var/lib/crewline NODE_COMPILE_CACHE=/var/cache/crewline
WorkingDirectory=/opt/crewline/current
ExecStart=/opt/crewline/current/bin/node ${nodeArguments.join(' ')} server/src/main/start.ts
User=crewline
Group=crewline
StateDirectory=crewline
StateDirectoryMode=0700
CacheDirectory=crewline
Restart=always
RestartSec=2
TimeoutStopSec=${STOP_SECONDS}
MemoryMax=${memoryMb}M
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
CapabilityBoundingSet=
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
UMask=0077

[Install]
WantedBy=crewline.target
`
}

/** Returns the target that starts as many of each role as usual. */
export function target(): string {
  const wanted = deployedRoles.flatMap(({ role, count, port }) =>
    Array.from({ length: count }, (_, at) => `crewline-${role}@${port + at}.service`),
  )
  return `${NOTE}
# systemctl enable --now crewline.target
[Unit]
Description=Crewline
Wants=${wanted.join(' ')}

[Install]
WantedBy=multi-user.target
`
}
