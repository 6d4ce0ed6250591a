import { SCIM_TOKEN_NAME_MAX } from '@crewline/contract/scim-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Select, Stack, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { isNotProven, useProof } from '../accounts/index.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import entries from '../../shared/ui/settings/EntryList.module.css'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { CopyText } from '../../shared/ui/text/CopyText.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useCreateScimTokenMutation, useRevokeScimTokenMutation, useScimTokensQuery, type ScimToken } from './api.ts'

/** The tokens with which the identity provider adds, changes and removes teammates. */
export function ScimCard() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const isOwner = useSession(({ auth }) => auth.user?.role === 'owner')
  const { data, isError, error, refetch } = useScimTokensQuery()
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [leaving, setLeaving] = useState<ScimToken>()
  const [revoke] = useRevokeScimTokenMutation()
  const name = leaving?.name ?? ''
  return (
    <SettingsCard
      id="scim"
      title={t`Provisioning (SCIM)`}
      text={t`Let the identity provider add, change and remove teammates by itself. Anyone removed there is logged out here within a second.`}
      state={
        isOwner && (
          <Button size="compact-sm" variant="default" onClick={() => setCreating(true)}>
            <Trans>Create token</Trans>
          </Button>
        )
      }
    >
      {isError && !data && <StatePanel kind="error" error={error} compact onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows count={2} />}
      {data && (
        <Setting label={t`Base URL`}>
          <CopyText text={data.scimUrl} label={t`base URL`} />
        </Setting>
      )}
      {data && data.scimTokens.length > 0 && (
        <ul className={entries.list} aria-label={t`SCIM tokens`}>
          {data.scimTokens.map((token) => (
            <TokenEntry key={token.id} token={token} canRevoke={isOwner} onRevoke={() => setLeaving(token)} />
          ))}
        </ul>
      )}
      <NewToken
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(created) => {
          setCreating(false)
          setSecret(created)
        }}
      />
      <Dialog
        opened={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title={t`Your SCIM token`}
        size={480}
        closeOnClickOutside={false}
        withCloseButton={false}
      >
        <Stack gap="md">
          <p>
            <Trans>Copy this token now. We won't show it again.</Trans>
          </p>
          <CopyText text={secret ?? ''} label={t`token`} atStart />
          <Button onClick={() => setSecret(undefined)}>
            <Trans>Done</Trans>
          </Button>
        </Stack>
      </Dialog>
      <ConfirmCount
        isOpen={leaving !== undefined}
        title={t`Revoke the token "${name}"?`}
        confirmLabel={t`Revoke token`}
        isDestructive
        onCancel={() => setLeaving(undefined)}
        onConfirm={async () => {
          if (leaving) {
            const { error } = await revoke(leaving.id)
            if (error) toast.failed(error, { title: t`Couldn't revoke the token`, message: messageFor(error) })
          }
          setLeaving(undefined)
        }}
      >
        <Trans>The identity provider can no longer change teammates with it. You can't undo this.</Trans>
      </ConfirmCount>
    </SettingsCard>
  )
}

function TokenEntry({ token, canRevoke, onRevoke }: { token: ScimToken; canRevoke: boolean; onRevoke: () => void }) {
  const { t } = useLingui()
  const { name, start, state, lastUsedAt, expiresAt } = token
  return (
    <li className={entries.entry}>
      <div className={entries.about}>
        <span className={entries.name}>
          <bdi>{name}</bdi>
          <span className={entries.quiet}>{t`${start}…`}</span>
          {state === 'revoked' && (
            <span className={entries.quiet}>
              <Trans>Revoked</Trans>
            </span>
          )}
        </span>
        <p className={entries.words}>
          {lastUsedAt ? (
            <Trans>
              Last used <RelativeTime at={lastUsedAt} />
            </Trans>
          ) : (
            <Trans>Never used</Trans>
          )}
          {' · '}
          {state === 'expired' ? (
            <Trans>
              Expired <RelativeTime at={expiresAt} />
            </Trans>
          ) : (
            <Trans>
              Expires <RelativeTime at={expiresAt} />
            </Trans>
          )}
        </p>
      </div>
      {state === 'active' && canRevoke && (
        <ActionIcon aria-label={t`Revoke ${name}`} onClick={onRevoke}>
          <IconTrash size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </li>
  )
}

interface NewTokenProps {
  isOpen: boolean
  onClose: () => void
  onCreated: (secret: string) => void
}

function NewToken({ isOpen, onClose, onCreated }: NewTokenProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [name, setName] = useState('')
  const [days, setDays] = useState('365')
  const [problem, setProblem] = useState('')
  const [create, { isLoading }] = useCreateScimTokenMutation()
  const { proven, dialog } = useProof()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (name.trim() === '') return setProblem(t`Enter a name.`)
    const { data, error } = await proven(() => create({ name: name.trim(), days: Number(days) }))
    if (data) {
      setName('')
      setProblem('')
      return onCreated(data.secret)
    }
    if (!isNotProven(error)) setProblem(messageFor(error))
  }

  return (
    <>
      {dialog}
      <Dialog
        opened={isOpen}
        onClose={onClose}
        title={t`Create SCIM token`}
        size={400}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack gap="md">
            <TextInput
              label={t`Name`}
              description={t`What the audit log calls the identity provider.`}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={SCIM_TOKEN_NAME_MAX}
              error={problem}
              dir="auto"
              data-autofocus
            />
            <Select
              label={t`Expires`}
              value={days}
              onChange={(value) => setDays(value ?? '365')}
              allowDeselect={false}
              data={[
                { value: '90', label: t`In 90 days` },
                { value: '365', label: t`In one year` },
                { value: '730', label: t`In two years` },
              ]}
            />
            <SubmitButton isSending={isLoading}>
              <Trans>Create token</Trans>
            </SubmitButton>
          </Stack>
        </form>
      </Dialog>
    </>
  )
}
