import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Badge, Button, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import entries from '../../shared/ui/settings/EntryList.module.css'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { CopyText } from '../../shared/ui/text/CopyText.tsx'
import {
  useAddSsoDomainMutation,
  useRemoveSsoDomainMutation,
  useVerifySsoDomainMutation,
  type SsoSettings,
} from './api.ts'
import classes from './Sso.module.css'
import { useSaving } from './useSaving.ts'

type Domain = SsoSettings['domains'][number]

/** The email domains that the company proved to hold: only their addresses log in through it. */
export function DomainsCard({ domains }: { domains: Domain[] }) {
  const { t } = useLingui()
  const [add, { isLoading }] = useAddSsoDomainMutation()
  const [remove] = useRemoveSsoDomainMutation()
  const { save, dialog } = useSaving()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const [leaving, setLeaving] = useState<string>()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const errors = await save(() => add(typed.trim().replace(/^@/, '')))
    setProblem(errors?.['domain'] ? t`Enter a domain like company.com.` : '')
    if (!errors) setTyped('')
  }

  return (
    <SettingsCard
      id="sso-domains"
      title={t`Email domains of your company`}
      text={t`Only addresses of these domains can log in through your company. Prove each one with a DNS record.`}
    >
      {dialog}
      {domains.length > 0 && (
        <ul className={entries.list} aria-label={t`Email domains of your company`}>
          {domains.map((domain) => (
            <DomainEntry key={domain.domain} domain={domain} onRemove={() => setLeaving(domain.domain)} />
          ))}
        </ul>
      )}
      <form className={classes.addLine} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          className={classes.grows ?? ''}
          label={t`Add a domain`}
          translate="no"
          placeholder="company.com"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem}
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
        />
        <SubmitButton variant="default" isSending={isLoading}>
          <Trans>Add domain</Trans>
        </SubmitButton>
      </form>
      <ConfirmCount
        isOpen={leaving !== undefined}
        title={t`Remove the domain ${leaving ?? ''}?`}
        confirmLabel={t`Remove domain`}
        isDestructive
        onCancel={() => setLeaving(undefined)}
        onConfirm={async () => {
          if (leaving !== undefined) await save(() => remove(leaving))
          setLeaving(undefined)
        }}
      >
        <Trans>Its addresses can no longer log in through your company. Teammates stay.</Trans>
      </ConfirmCount>
    </SettingsCard>
  )
}

function DomainEntry({ domain, onRemove }: { domain: Domain; onRemove: () => void }) {
  const { t } = useLingui()
  const [verify, { isLoading }] = useVerifySsoDomainMutation()
  const { save, dialog } = useSaving()
  const { domain: name, recordName, recordValue, verifiedAt } = domain
  return (
    <li className={`${entries.entry} ${classes.top}`}>
      {dialog}
      <div className={entries.about}>
        <span className={entries.name}>
          <bdi dir="ltr">{name}</bdi>
          {verifiedAt ? (
            <Badge color="green">
              <Trans>Verified</Trans>
            </Badge>
          ) : (
            <Badge color="yellow">
              <Trans>Not verified</Trans>
            </Badge>
          )}
        </span>
        {!verifiedAt && (
          <div className={classes.record}>
            <p className={classes.plain}>
              <Trans>Add this DNS record of type TXT, then check it. It can take an hour until it is visible.</Trans>
            </p>
            <CopyText text={recordName} label={t`record name`} atStart />
            <CopyText text={recordValue} label={t`record value`} atStart />
            <div>
              <Button
                size="compact-sm"
                variant="default"
                loading={isLoading}
                onClick={() => void save(() => verify(name), t`${name} is verified.`)}
              >
                <Trans>Check record</Trans>
              </Button>
            </div>
          </div>
        )}
      </div>
      <ActionIcon aria-label={t`Remove ${name}`} onClick={onRemove}>
        <IconTrash size={18} stroke={1.75} />
      </ActionIcon>
    </li>
  )
}
