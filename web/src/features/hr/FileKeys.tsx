import { HR_KEY_NAME_MAX, HR_PUBLIC_KEY_MAX } from '@crewline/contract/hr-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { isRefusal } from '../../shared/api/send.ts'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import entries from '../../shared/ui/settings/EntryList.module.css'
import settingsClasses from '../../shared/ui/settings/SettingsCard.module.css'
import { CopyText } from '../../shared/ui/text/CopyText.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { isNotProven, useProof } from '../accounts/index.ts'
import { useCreateHrKeyMutation, useRevokeHrKeyMutation, type HrKey } from './files-api.ts'
import { useCreateHrScimKeyMutation, useRevokeHrScimKeyMutation } from './scim-api.ts'
import classes from './Hr.module.css'

interface KeysProps {
  keys: HrKey[]
  /** What programs do with a key. */
  kind?: 'files' | 'scim'
  hasSftp: boolean
}

/** The keys with which programs send files or push people: made, shown once, and revoked. */
export function FileKeys({ keys, kind = 'files', hasSftp }: KeysProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [leaving, setLeaving] = useState<HrKey>()
  const [revokeFileKey] = useRevokeHrKeyMutation()
  const [revokeScimKey] = useRevokeHrScimKeyMutation()
  const revoke = kind === 'scim' ? revokeScimKey : revokeFileKey
  const name = leaving?.name ?? ''
  async function confirmRevoke(): Promise<void> {
    if (!leaving) return
    const { error } = await revoke(leaving.id)
    if (error) toast.failed(error, { title: t`Couldn't revoke the key`, message: messageFor(error) })
    setLeaving(undefined)
  }
  return (
    <>
      <div className={classes.partHead}>
        <h3 className={classes.part}>
          <Trans>Keys</Trans>
        </h3>
        <Button size="compact-sm" variant="default" onClick={() => setCreating(true)}>
          <Trans>Add key</Trans>
        </Button>
      </div>
      {keys.length === 0 && (
        <p className={classes.words}>
          {kind === 'scim'
            ? t`Add a key for the system that pushes people.`
            : t`Add a key for each system that sends files.`}
        </p>
      )}
      {keys.length > 0 && (
        <ul className={entries.list} aria-label={t`Keys`}>
          {keys.map((key) => (
            <KeyEntry key={key.id} entry={key} onRevoke={() => setLeaving(key)} />
          ))}
        </ul>
      )}
      <NewKey
        isOpen={isCreating}
        kind={kind}
        hasSftp={hasSftp}
        onClose={() => setCreating(false)}
        onCreated={(created) => {
          setCreating(false)
          setSecret(created)
        }}
      />
      <Dialog
        opened={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title={t`Your key`}
        size={480}
        closeOnClickOutside={false}
        withCloseButton={false}
      >
        <Stack gap="md">
          <p className={classes.plain}>
            <Trans>Copy this key now. We won't show it again.</Trans>
          </p>
          <CopyText text={secret ?? ''} label={t`key`} atStart />
          <Button onClick={() => setSecret(undefined)}>
            <Trans>Done</Trans>
          </Button>
        </Stack>
      </Dialog>
      <ConfirmCount
        isOpen={leaving !== undefined}
        title={t`Revoke the key "${name}"?`}
        confirmLabel={t`Revoke key`}
        isDestructive
        onCancel={() => setLeaving(undefined)}
        onConfirm={confirmRevoke}
      >
        <Trans>Whatever is sent with it from now on is refused. You can't undo this.</Trans>
      </ConfirmCount>
    </>
  )
}

function KeyEntry({ entry, onRevoke }: { entry: HrKey; onRevoke: () => void }) {
  const { t } = useLingui()
  const { name, kind, start, lastUsedAt } = entry
  return (
    <li className={entries.entry}>
      <div className={entries.about}>
        <span className={entries.name}>
          <bdi>{name}</bdi>
          <span className={entries.quiet}>{kind.toUpperCase()}</span>
        </span>
        <p className={entries.words}>
          <bdi dir="ltr">{kind === 'sftp' ? start : `${start}…`}</bdi>
          {' · '}
          {lastUsedAt ? (
            <Trans>
              Last used <RelativeTime at={lastUsedAt} />
            </Trans>
          ) : (
            <Trans>Never used</Trans>
          )}
        </p>
      </div>
      <ActionIcon aria-label={t`Revoke ${name}`} onClick={onRevoke}>
        <IconTrash size={18} stroke={1.75} />
      </ActionIcon>
    </li>
  )
}

interface NewKeyProps {
  isOpen: boolean
  kind: 'files' | 'scim'
  hasSftp: boolean
  onClose: () => void
  onCreated: (secret: string | undefined) => void
}

function NewKey({ isOpen, kind: use, hasSftp, onClose, onCreated }: NewKeyProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [name, setName] = useState('')
  const [kind, setKind] = useState('https')
  const [publicKey, setPublicKey] = useState('')
  const [problems, setProblems] = useState<{ name?: string; publicKey?: string }>({})
  const [createFileKey, fileKey] = useCreateHrKeyMutation()
  const [createScimKey, scimKey] = useCreateHrScimKeyMutation()
  const { proven, dialog } = useProof()
  const isSftp = hasSftp && kind === 'sftp'
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (name.trim() === '') return setProblems({ name: t`Enter a name.` })
    if (isSftp && publicKey.trim() === '') return setProblems({ publicKey: t`Paste the public key.` })
    const asked = { name: name.trim(), ...(isSftp ? { publicKey: publicKey.trim() } : {}) }
    const { data, error } = await proven<{ data?: { secret: string | null }; error?: unknown }>(() =>
      use === 'scim' ? createScimKey(asked.name) : createFileKey(asked),
    )
    if (data) {
      setName('')
      setPublicKey('')
      setProblems({})
      return onCreated(data.secret ?? undefined)
    }
    if (isNotProven(error)) return
    const fieldErrors = isRefusal(error) ? (error.fieldErrors ?? {}) : {}
    setProblems(Object.keys(fieldErrors).length > 0 ? fieldErrors : { name: messageFor(error) })
  }
  return (
    <>
      {dialog}
      <Dialog
        opened={isOpen}
        onClose={onClose}
        title={t`Add key`}
        size={440}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack gap="md">
            <TextInput
              label={t`Name`}
              description={t`What the audit log calls the system that uses it.`}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={HR_KEY_NAME_MAX}
              error={problems.name}
              dir="auto"
              data-autofocus
            />
            {hasSftp && (
              <Radio.Group label={t`It sends files by`} value={kind} onChange={setKind}>
                <div className={settingsClasses.line}>
                  <Radio value="https" label="HTTPS" />
                  <Radio value="sftp" label="SFTP" />
                </div>
              </Radio.Group>
            )}
            {isSftp && (
              <Textarea
                label={t`Public key`}
                description={t`One line, as in authorized_keys. The private key stays with your system.`}
                value={publicKey}
                onChange={(event) => setPublicKey(event.currentTarget.value)}
                maxLength={HR_PUBLIC_KEY_MAX}
                error={problems.publicKey}
                rows={4}
                dir="ltr"
                spellCheck={false}
              />
            )}
            <SubmitButton isSending={fileKey.isLoading || scimKey.isLoading}>
              <Trans>Add key</Trans>
            </SubmitButton>
          </Stack>
        </form>
      </Dialog>
    </>
  )
}
