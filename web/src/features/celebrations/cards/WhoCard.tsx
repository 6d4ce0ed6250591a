import { Trans, useLingui } from '@lingui/react/macro'
import { MultiSelect, Radio, Select, Stack } from '@mantine/core'
import { useCan } from '../../../shared/lib/session/select.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { useGroupValues } from '../../groups/index.ts'
import { useLinesQuery } from '../../lines/index.ts'
import type { CardProps } from '../Editor.tsx'

const SAME = 'same'

/** Who is celebrated, and from which number. */
export function WhoCard({ content, onChange, errors, isReadOnly }: CardProps) {
  const { t } = useLingui()
  const { data: groups = [] } = useGroupValues()
  const { data: found } = useLinesQuery(undefined, { skip: !useCan('lines.manage') })
  const { audience, lineId } = content
  const choices = groups.filter(({ type }) => type !== 'system').map(({ id, name }) => ({ value: id, label: name }))
  const lines = found?.lines ?? []
  const shared = { data: choices, readOnly: isReadOnly, searchable: true, nothingFoundMessage: t`No groups match` }
  return (
    <SettingsCard
      id="who"
      title={t`Who`}
      text={<Trans>People who opted out or no longer work for you get nothing.</Trans>}
    >
      <Stack gap="md">
        <Radio.Group
          aria-label={t`Who`}
          value={audience.everyone ? 'everyone' : 'groups'}
          readOnly={isReadOnly}
          onChange={(value) => onChange({ audience: { ...audience, everyone: value === 'everyone' } })}
        >
          <Stack gap="xs">
            <Radio value="everyone" label={t`Everyone`} />
            <Radio value="groups" label={t`Members of some groups`} />
          </Stack>
        </Radio.Group>
        {!audience.everyone && (
          <MultiSelect
            {...shared}
            label={t`Groups`}
            value={audience.groupIds}
            error={errors['audience']}
            onChange={(groupIds) => onChange({ audience: { ...audience, groupIds } })}
          />
        )}
        <MultiSelect
          {...shared}
          label={t`Leave out`}
          description={t`Members of these groups get nothing, such as people who asked for it.`}
          value={audience.excludeGroupIds}
          error={audience.everyone ? errors['audience'] : undefined}
          onChange={(excludeGroupIds) => onChange({ audience: { ...audience, excludeGroupIds } })}
        />
        {(lines.length > 1 || lineId !== null) && (
          <Select
            label={t`Send from`}
            data={[
              { value: SAME, label: t`The number of each conversation` },
              ...lines.map(({ id, label, phoneDisplay }) => ({
                value: id,
                label: label ? `${label} · ${phoneDisplay}` : phoneDisplay,
              })),
            ]}
            value={lineId ?? SAME}
            error={errors['lineId']}
            readOnly={isReadOnly}
            allowDeselect={false}
            onChange={(value) => onChange({ lineId: value === SAME ? null : value })}
          />
        )}
      </Stack>
    </SettingsCard>
  )
}
