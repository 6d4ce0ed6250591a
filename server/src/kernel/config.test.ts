import { expect, test } from 'vitest'
import { readConfig, readServerConfig, WrongSetting } from './config.ts'

const KEY = Buffer.alloc(32, 1).toString('base64')

test('runs as a local demo without any settings', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    ...{ port: 3000, host: '127.0.0.1', databaseUrl: undefined, publicUrl: 'http://127.0.0.1:3000' },
    ...{ demo: true, simulators: true, production: false, trustedProxies: 0, failpoints: '' },
  })
  expect([...config.roles].sort()).toEqual(['sender', 'web', 'worker'])
})

test('treats an empty setting as unset', () => {
  const names = [
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'PUBLIC_URL',
    'ROLES',
    'DEMO',
    'SIMULATORS',
    'SIMULATOR_URL',
    'MASTER_KEY',
    'TRUSTED_PROXIES',
    'NODE_ENV',
    'LOG_LEVEL',
    'FAILPOINTS',
  ]
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}))
})

test('turns the demo off and requires a key with an external database', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://x' })).toThrow(/MASTER_KEY is missing.*openssl rand/)
  expect(readConfig({ DATABASE_URL: 'postgres://x', MASTER_KEY: KEY })).toMatchObject({
    demo: false,
    simulators: false,
  })
})

test('allows no demo, simulators or failpoints in production', () => {
  const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://x', MASTER_KEY: KEY, FAILPOINTS: 'a:kill' }
  expect(readConfig(env)).toMatchObject({ demo: false, simulators: false, production: true, failpoints: '' })
  for (const on of [{ DEMO: '1' }, { SIMULATORS: 'on' }])
    expect(() => readConfig({ ...env, ...on })).toThrow('cannot run with NODE_ENV=production')
})

test.each<[env: Record<string, string>, words: string]>([
  [{ PORT: 'x' }, 'PORT is "x"; it must be a whole number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT is "70000"'],
  [{ PORT: '-1' }, 'PORT is "-1"'],
  [{ PORT: '3000.5' }, 'PORT is "3000.5"'],
  [{ TRUSTED_PROXIES: '11' }, 'TRUSTED_PROXIES is "11"'],
  [{ ROLES: 'web,cook' }, 'ROLES contains "cook"; it may contain web, worker and sender'],
  [{ TRANSCRIBE_URL: 'https://x.test/v1' }, 'TRANSCRIBE_URL and TRANSCRIBE_KEY belong together'],
  [{ TRANSCRIBE_URL: 'ftp://x', TRANSCRIBE_KEY: 'k' }, 'TRANSCRIBE_URL must look like'],
  [{ MASTER_KEY: 'too short' }, 'MASTER_KEY must be 32 bytes as base64'],
  [{ PUBLIC_URL: 'crewline.example.com' }, 'PUBLIC_URL must look like'],
  [{ SUPPORT_EMAIL: 'help' }, 'SUPPORT_EMAIL must be one address'],
  [{ SUPPORT_EMAIL: 'a@x.test?bcc=b@x.test' }, 'SUPPORT_EMAIL must be one address'],
  [{ INTERCOM_APP_ID: 'ab12cd34' }, 'INTERCOM_APP_ID needs INTERCOM_SECRET'],
  [{ INTERCOM_APP_ID: '../x', INTERCOM_SECRET: 's' }, 'INTERCOM_APP_ID must be letters and digits'],
  [
    { INTERCOM_APP_ID: 'ab12cd34', INTERCOM_SECRET: 's', INTERCOM_REGION: 'mars' },
    'INTERCOM_REGION is "mars"; it may be us, eu or ap.',
  ],
  [{ FILES_S3_BUCKET: 'crew' }, 'FILES_S3_ENDPOINT and FILES_S3_BUCKET belong together'],
  [
    { FILES_S3_ENDPOINT: 'https://x', FILES_S3_BUCKET: 'crew', FILES_S3_KEY: 'k' },
    'FILES_S3_KEY and FILES_S3_SECRET belong together',
  ],
  [
    { FILES_S3_ENDPOINT: 'https://x', FILES_S3_BUCKET: '../x', FILES_S3_KEY: 'k', FILES_S3_SECRET: 's' },
    'FILES_S3_BUCKET is not a valid bucket name',
  ],
])('rejects %j with a readable message', (env, message) => expect(() => readConfig(env)).toThrow(message))

test('accepts separate roles, and removes the trailing slash of the public address', () => {
  expect([...readConfig({ ROLES: ' web , sender ' }).roles]).toEqual(['web', 'sender'])
  expect(readConfig({ PUBLIC_URL: 'https://crewline.example//' }).publicUrl).toBe('https://crewline.example')
  expect(readConfig({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000')
})

test('stores files in a folder and makes no voicemail transcripts unless a bucket and a service are set', () => {
  expect(readConfig({})).toMatchObject({ filesS3: undefined, transcribe: undefined })
  const s3 = { FILES_S3_ENDPOINT: 'https://s3.test/', FILES_S3_BUCKET: 'crew', FILES_S3_KEY: 'k', FILES_S3_SECRET: 's' }
  const named = readConfig({ ...s3, TRANSCRIBE_URL: 'https://speech.test/v1/', TRANSCRIBE_KEY: 't' })
  expect(named.filesS3).toEqual({
    endpoint: 'https://s3.test',
    bucket: 'crew',
    region: 'us-east-1',
    credentials: { key: 'k', secret: 's' },
  })
  const { FILES_S3_KEY: _key, FILES_S3_SECRET: _secret, ...role } = s3
  expect(readConfig(role).filesS3?.credentials).toBeUndefined()
  expect(named.transcribe).toEqual({ url: 'https://speech.test/v1', key: 't', model: 'whisper-1' })
})

test('refuses to serve in production without a public address', () => {
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://x', MASTER_KEY: KEY }
  expect(() => readServerConfig(production)).toThrow(WrongSetting)
  expect(() => readServerConfig(production)).toThrow('PUBLIC_URL is missing')
  expect(readServerConfig({ ...production, PUBLIC_URL: 'https://crew.test' }).publicUrl).toBe('https://crew.test')
  expect(readServerConfig({}).publicUrl).toBe('http://127.0.0.1:3000')
})
