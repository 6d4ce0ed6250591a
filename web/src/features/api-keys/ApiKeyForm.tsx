import { API_KEY_NAME_MAX } from '@crewline/contract/api-key-limits'
import type { ApiKeyPermission } from '@crewline/contract/api-keys'
import type { Permission } from '@crewline/contract/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Select, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isNotProven, useProof } from '../accounts/index.ts'
import { GroupLimit, usePermissionAreas } from '../team/index.ts'
import { isRefusal } from '../../shared/api/send.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { useUnsaved } from '../../shared/ui/form/useUnsaved.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useCreateApiKeyMutation, useEditApiKeyMutation, type ApiKey, type IssuedKey } from './api.ts'
import classes from './ApiKeys.module.css'

const DAY_MS = 86_400_000

/** What no key may be given: a leaked one must not be able to add owners or further keys, and only people review texts. */
const withheld: Record<Exclude<Permission, ApiKeyPermission>, true> = {
  'phrases.review': true,
  'team.manage': true,
  'billing.manage': true,
  'api.manage': true,
  'records.manage': true,
}

type Problems = Partial<Record<'name' | 'permissions' | 'groupIds' | 'form', string>>

export interface ApiKeyFormProps {
  /** The key to change; without one, a new key is created. */
  apiKey?: ApiKey | undefined
  /** Called with the new key, or without one after a change. */
  onSaved: (issued?: IssuedKey) => void
  onClose: () => void
}

/** Returns the moment some days from now; null for a key without expiry. */
function expiryIn(days: string): string | null {
  return days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
}

/** The form of a key: name, permissions, visible contacts and expiry. Of an existing one, only what it may do and see. */
export function ApiKeyForm({ apiKey, onSaved, onClose }: ApiKeyFormProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const mine = useSession(({ auth }) => auth.user?.permissions ?? [])
  const areas = usePermissionAreas()
    .map(({ title, permissions: all }) => ({
      title,
      permissions: all.filter(({ key }) => !(key in withheld) && mine.includes(key)),
    }))
    .filter(({ permissions: offered }) => offered.length > 0)
  const [name, setName] = useState(apiKey?.name ?? '')
  const [permissions, setPermissions] = useState<ApiKeyPermission[]>(apiKey?.permissions ?? [])
  const [groupIds, setGroupIds] = useState<string[] | undefined>(apiKey?.groups?.map(({ id }) => id))
  const [days, setDays] = useState('90')
  const [problems, setProblems] = useState<Problems>({})
  const unsaved = useUnsaved({ name, permissions, groupIds, days })
  const [create, { isLoading }] = useCreateApiKeyMutation()
  const [edit, { isLoading: isSaving }] = useEditApiKeyMutation()
  const { proven, dialog } = useProof()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const missing: Problems = {
      ...(name.trim() === '' && { name: t`Enter a name.` }),
      ...(permissions.length === 0 && { permissions: t`Choose at least one permission.` }),
      ...(groupIds?.length === 0 && { groupIds: t`Choose at least one group.` }),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    if (apiKey) {
      const change = { id: apiKey.id, permissions, groupIds: groupIds ?? null }
      const { data, error } = await proven(() => edit(change))
      if (data) return unsaved.done(onSaved)
      return explain(error)
    }
    const draft = { name: name.trim(), permissions, groupIds: groupIds ?? null, expiresAt: expiryIn(days) }
    const { data, error } = await proven(() => create(draft))
    if (data) return unsaved.done(() => onSaved(data))
    explain(error)
  }

  function explain(error: unknown): void {
    if (isNotProven(error)) return
    const fieldErrors = isRefusal(error) ? (error.fieldErrors ?? {}) : {}
    setProblems(Object.keys(fieldErrors).length > 0 ? fieldErrors : { form: messageFor(error) })
  }

  return (
    <>
      {dialog}
      {unsaved.question}
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {!apiKey && (
          <TextInput
            label={t`Name`}
            description={t`What uses the key. What it does is shown under this name.`}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={API_KEY_NAME_MAX}
            error={problems.name}
            dir="auto"
            data-autofocus
          />
        )}
        <Checkbox.Group
          label={t`Permissions`}
          value={permissions}
          onChange={(chosen) => setPermissions(chosen)}
          error={problems.permissions}
        >
          <div className={classes.areas}>
            {areas.map((area) => (
              <div key={area.title} role="group" aria-label={area.title}>
                <p className={classes.area}>{area.title}</p>
                <div className={classes.checks}>
                  {area.permissions.map(({ key, label }) => (
                    <Checkbox key={key} value={key} label={label} />
                  ))}
                </div>
              </div>
            ))}
          </div>
        </Checkbox.Group>
        <GroupLimit
          label={t`Which contacts it can see`}
          chosen={groupIds}
          onChoose={setGroupIds}
          {...(problems.groupIds && { error: problems.groupIds })}
        />
        {!apiKey && (
          <Select
            label={t`Expires`}
            value={days}
            onChange={(value) => setDays(value ?? '90')}
            allowDeselect={false}
            data={[
              { value: '30', label: t`In 30 days` },
              { value: '90', label: t`In 90 days` },
              { value: '365', label: t`In one year` },
              { value: 'never', label: t`Never` },
            ]}
          />
        )}
        {problems.form && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {problems.form}
          </Text>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => unsaved.leave(onClose)}>
            <Trans>Cancel</Trans>
          </Button>
          <SubmitButton isSending={isLoading || isSaving}>
            {apiKey ? <Trans>Save</Trans> : <Trans>Create key</Trans>}
          </SubmitButton>
        </div>
      </form>
    </>
  )
}
