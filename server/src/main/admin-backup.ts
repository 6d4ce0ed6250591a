import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BackupFailure, type Manifest } from '../kernel/db/backup/manifest.ts'
import { openBackup, type Backup } from '../kernel/db/backup/read-backup.ts'
import { isEmptyDatabase, restoreBackup, restoreFiles } from '../kernel/db/backup/restore-backup.ts'
import { writeBackup } from '../kernel/db/backup/write-backup.ts'
import type { Config } from '../kernel/config.ts'
import { runningEmbedded, startEmbedded } from '../kernel/db/embedded.ts'
import { makeLog } from '../kernel/log.ts'
import { queueOf } from '../kernel/runs/step.ts'
import { makeEncryption } from '../kernel/secrets/encryption.ts'
import { MASTER } from '../kernel/secrets/encryption-keys.ts'
import { MissingKey, refuseMissing } from '../kernel/secrets/keys-in-use.ts'
import { belongsTogether } from '../kernel/secrets/master-key.ts'
import type { World } from '../kernel/world.ts'
import { connectModules, modules } from './modules.ts'

/**
 * Runs work on the database of the settings, as its owner: the one at DATABASE_URL, the embedded one of a running
 * server, or the embedded one started for this work.
 */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = join(config.dataDir, 'postgres')
  const running = config.databaseUrl ?? runningEmbedded(dataDir)
  if (running) return work(running)
  if (!existsSync(dataDir))
    throw new BackupFailure(
      `There is no database in ${config.dataDir}. Set DATA_DIR to the data directory of the server, or DATABASE_URL.`,
    )
  return withEmbedded(dataDir, work)
}

async function withEmbedded<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded({ dataDir })
  try {
    return await work(embedded.url())
  } finally {
    await embedded.stop()
  }
}

/** Writes a backup; returns what to tell the operator. */
export async function backUp(
  { config, world }: { config: Config; world: World },
  file: string | undefined,
  withFiles: boolean,
): Promise<string> {
  const takenAt = world.now()
  const path = resolve(file ?? `crewline-${takenAt.toISOString().slice(0, 16).replace(/[-:]/g, '')}Z.backup`)
  const filesFolder = withFiles && !config.filesS3 ? join(config.dataDir, 'files') : undefined
  const manifest = await withDatabase(config, (url) => writeBackup({ url, file: path, filesFolder, takenAt }))
  return [
    `Wrote ${path}: ${countOf(manifest)}, as of ${manifest.takenAt}.`,
    filesSentence(config, manifest),
    keyOf(config) === undefined
      ? 'MASTER_KEY is not in the backup, and this command does not have it either. Make sure that you have it: without it the secrets in the backup cannot be decrypted.'
      : `The master key is not in the backup. Keep ${config.masterKey ? 'MASTER_KEY' : join(config.dataDir, 'master.key')} in another place: without it the secrets in the backup cannot be decrypted.`,
    ...keysSentence(manifest),
    'The file holds the personal data of every contact. Store it encrypted.',
  ].join('\n')
}

function countOf({ tables }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables`
}

function keysSentence({ encryptionKeys }: Manifest): string[] {
  const names = encryptionKeys.flatMap(({ id }) => (id === MASTER ? [] : [`"${id}"`]))
  return names.length === 0
    ? []
    : [`Keep the keys ${names.join(', ')} of ENCRYPTION_KEYS as long as this backup: its secrets need them.`]
}

function filesSentence(config: Config, { files }: Manifest): string {
  if (files !== null) return `It contains ${files} uploaded files.`
  if (config.filesS3) return 'Uploaded files are in your bucket and not in the backup.'
  return `Uploaded files are not in it. Copy ${join(config.dataDir, 'files')}, or run the command with --files yes.`
}

/**
 * Restores a backup to an empty database. A filled embedded database is moved aside, and comes back when the restore
 * fails. Returns what to tell the operator.
 */
export async function restore({ config, world }: { config: Config; world: World }, file: string): Promise<string> {
  const backup = await openBackup(resolve(file))
  try {
    refuseWrongKey(config, world, backup)
    connectModules()
    const target = {
      queues: modules.flatMap((module) => module.durableRuns ?? []).map(queueOf),
      log: makeLog('error'),
    }
    const load = (url: string) => restoreBackup({ url, ...target }, backup)
    const aside = config.databaseUrl
      ? await load(config.databaseUrl)
      : await replaceEmbedded(join(config.dataDir, 'postgres'), world, load)
    const files = backup.manifest.files === null ? undefined : await restoreFiles(backup, join(config.dataDir, 'files'))
    return [
      `Restored ${countOf(backup.manifest)} as of ${backup.manifest.takenAt}.`,
      ...(aside ? [`The database that was there before is in ${aside}.`] : []),
      ...(files === undefined ? [] : [`Restored ${files} uploaded files.`]),
      'After the next start nothing is sent until the texts that waited in the backup are released or cancelled: npm run admin -- restore-status',
      'Everyone has to log in again. Emails and push messages that waited are not sent.',
    ].join('\n')
  } finally {
    backup.close()
  }
}

/** Restores to the embedded database; returns where the former one is now, if it was filled. */
async function replaceEmbedded(
  dataDir: string,
  world: World,
  load: (url: string) => Promise<void>,
): Promise<string | undefined> {
  if (runningEmbedded(dataDir)) throw new BackupFailure('Stop the server first, then restore. Nothing was changed.')
  const isFilled = existsSync(dataDir) && !(await withEmbedded(dataDir, isEmptyDatabase))
  if (!isFilled) return withEmbedded(dataDir, load).then(() => undefined)
  const aside = `${dataDir}.before-${world.now().toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  renameSync(dataDir, aside)
  try {
    await withEmbedded(dataDir, load)
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true })
    renameSync(aside, dataDir)
    throw error
  }
  return aside
}

/** The next start would refuse the key or, with the embedded database, make a new one that opens nothing. */
function refuseWrongKey(config: Config, world: World, { manifest }: Backup): void {
  if (manifest.keyCheck === null) return
  const key = keyOf(config)
  if (key === undefined)
    throw new BackupFailure(
      `The master key is missing: the backup contains secrets that only the key of its server opens. Set MASTER_KEY, or put the file master.key into ${config.dataDir}. Nothing was changed.`,
    )
  if (!belongsTogether(makeEncryption(key, world), manifest.keyCheck))
    throw new BackupFailure(
      'The master key is not the one this backup was written with. Set MASTER_KEY to the key of the server that was backed up. Nothing was changed.',
    )
  try {
    refuseMissing(makeEncryption(key, world, config.encryptionKeys), manifest.encryptionKeys)
  } catch (error) {
    if (!(error instanceof MissingKey)) throw error
    throw new BackupFailure(`${error.message} The backup was made when this key was in use. Nothing was changed.`)
  }
}

function keyOf(config: Config): string | undefined {
  const file = join(config.dataDir, 'master.key')
  return config.masterKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
}
