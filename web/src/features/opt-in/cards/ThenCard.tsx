import { OPT_IN_WELCOME_MAX } from '@crewline/contract/opt-in-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { MultiSelect, Radio, Stack, Switch, Textarea } from '@mantine/core'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { useGroupValues } from '../../groups/index.ts'
import type { CardProps } from '../Editor.tsx'
import { useInboxTagsQuery } from '../../inbox/index.ts'
import {
  groupIdsOf,
  isNotifying,
  tagIdsOf,
  welcomeIn,
  withGroups,
  withNotifying,
  withTags,
  withWelcome,
} from '../opt-in-rules.ts'

/** What happens after a person joined. */
export function ThenCard({ content, onChange, language, errors, isReadOnly }: CardProps) {
  const { t } = useLingui()
  const { data: groups = [] } = useGroupValues()
  const { data: tags = [] } = useInboxTagsQuery()
  const { actions } = content
  return (
    <SettingsCard
      id="then"
      title={t`After someone joined`}
      text={<Trans>They always get a text that confirms it.</Trans>}
    >
      <Stack gap="md">
        <MultiSelect
          label={t`Add to groups`}
          data={groups
            .filter(({ id, type }) => type === 'static' || type === 'dynamic' || groupIdsOf(actions).includes(id))
            .map(({ id, name }) => ({ value: id, label: name }))}
          value={groupIdsOf(actions)}
          error={errors['actions']}
          readOnly={isReadOnly}
          searchable
          nothingFoundMessage={t`No groups match`}
          onChange={(ids) => onChange({ actions: withGroups(actions, ids) })}
        />
        <MultiSelect
          label={t`Add tags to the conversation`}
          data={tags.map(({ id, name }) => ({ value: id, label: name }))}
          value={tagIdsOf(actions)}
          readOnly={isReadOnly}
          searchable
          nothingFoundMessage={t`No tags match`}
          onChange={(ids) => onChange({ actions: withTags(actions, ids) })}
        />
        <Textarea
          label={t`Beginning of the confirmation`}
          description={t`Your organization, the rates, HELP and STOP follow.`}
          value={welcomeIn(actions, language)}
          readOnly={isReadOnly}
          maxLength={OPT_IN_WELCOME_MAX}
          autosize
          minRows={1}
          lang={language}
          dir="auto"
          onChange={(event) => onChange({ actions: withWelcome(actions, language, event.currentTarget.value) })}
        />
        <Switch
          label={t`Notify the team when someone joins`}
          checked={isNotifying(actions)}
          disabled={isReadOnly}
          onChange={(event) => onChange({ actions: withNotifying(actions, event.currentTarget.checked) })}
        />
        <Radio.Group
          label={t`If they are a contact already`}
          value={content.duplicate}
          readOnly={isReadOnly}
          onChange={(duplicate) => onChange({ duplicate })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="update" label={t`Update their details with what they enter`} />
            <Radio value="keep" label={t`Keep the details you have`} />
          </Stack>
        </Radio.Group>
      </Stack>
    </SettingsCard>
  )
}
