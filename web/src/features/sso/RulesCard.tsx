import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Select, Switch, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useRoleNames } from '../organizations/index.ts'
import { GroupLimit, useRoleOptions } from '../team/index.ts'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import shared from '../../shared/ui/settings/SettingsCard.module.css'
import { useEditSsoRulesMutation, type SsoSettings } from './api.ts'
import classes from './Sso.module.css'
import { emptyLimits, toDraft, toGroupRoles, type RuleDraft } from './group-rules.ts'
import { useSaving } from './useSaving.ts'

/** Who becomes a teammate, and which role each group of the identity provider gives. */
export function RulesCard({ sso }: { sso: SsoSettings }) {
  const { t } = useLingui()
  const [createsMembers, setCreatesMembers] = useState(sso.createsMembers)
  const [defaultRole, setDefaultRole] = useState(sso.defaultRole)
  const [rules, setRules] = useState(() => sso.groupRoles.map(toDraft))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [edit, { isLoading }] = useEditSsoRulesMutation()
  const { save, dialog } = useSaving()
  const change = (key: number, part: Partial<RuleDraft>) =>
    setRules(rules.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)))

  async function submit(): Promise<void> {
    const empty = emptyLimits(rules)
    setErrors(Object.fromEntries(empty.map((field) => [field, t`Choose at least one group.`])))
    if (empty.length > 0) return
    const refused = await save(
      () => edit({ createsMembers, defaultRole, groupRoles: toGroupRoles(rules) }),
      t`Roles follow from the next login.`,
    )
    setErrors(refused ?? {})
  }

  return (
    <SettingsCard
      id="sso-rules"
      title={t`Roles by group`}
      text={t`With at least one group, roles follow the identity provider at every login. Owners keep their role.`}
    >
      {dialog}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        noValidate
      >
        <Setting
          label={t`Add teammates at their first login`}
          help={t`Otherwise someone must invite or provision them.`}
        >
          <Switch
            aria-label={t`Add teammates at their first login`}
            checked={createsMembers}
            onChange={(event) => setCreatesMembers(event.currentTarget.checked)}
          />
        </Setting>
        <Setting label={t`Default role`} help={t`For people whose groups give no role.`}>
          <RoleSelect
            className={shared.wide ?? ''}
            label={t`Default role`}
            value={defaultRole}
            error={errors['defaultRole']}
            onChange={setDefaultRole}
          />
        </Setting>
        {rules.map((rule, index) => (
          <fieldset key={rule.key} className={classes.rule} aria-label={t`Group ${index + 1}`}>
            <TextInput
              label={t`Group in the identity provider`}
              value={rule.group}
              onChange={(event) => change(rule.key, { group: event.currentTarget.value })}
              error={errors[`groupRoles.${index}.group`]}
            />
            <RoleSelect
              label={t`Role`}
              isLabelShown
              value={rule.role}
              error={errors[`groupRoles.${index}.role`]}
              onChange={(role) => change(rule.key, { role })}
            />
            <ActionIcon
              aria-label={t`Remove group ${index + 1}`}
              mt={28}
              onClick={() => setRules(rules.filter(({ key }) => key !== rule.key))}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
            <div className={classes.wide}>
              <GroupLimit
                label={t`Who they can see`}
                chosen={rule.groupIds}
                onChoose={(groupIds) => change(rule.key, { groupIds })}
                {...(errors[`groupRoles.${index}.groupIds`] && { error: errors[`groupRoles.${index}.groupIds`] })}
              />
            </div>
          </fieldset>
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setRules([...rules, { key: Date.now(), group: '', role: 'agent', groupIds: undefined }])}
          >
            <Trans>Add group</Trans>
          </Button>
        </div>
        <div className={classes.buttons}>
          <SubmitButton isSending={isLoading}>
            <Trans>Save roles</Trans>
          </SubmitButton>
        </div>
      </form>
    </SettingsCard>
  )
}

interface RoleSelectProps {
  label: string
  isLabelShown?: boolean
  className?: string
  value: string
  error?: string | undefined
  onChange: (role: string) => void
}

function RoleSelect({ label, isLabelShown = false, className = '', value, error, onChange }: RoleSelectProps) {
  const names = useRoleNames()
  const { options } = useRoleOptions(value)
  return (
    <Select
      className={className}
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      value={value}
      onChange={(role) => role && onChange(role)}
      data={options
        .filter(({ role }) => role !== 'owner')
        .map(({ key, name, role }) => ({ value: key, label: name ?? names[role] }))}
      error={error}
      allowDeselect={false}
    />
  )
}
