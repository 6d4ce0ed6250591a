import { languageName } from '@crewline/contract/formats'
import type { ImportOptions } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, MultiSelect, NativeSelect, Radio, Select, Stack, Title } from '@mantine/core'
import { useMemo } from 'react'
import { useSession } from '../../../shared/lib/session/select.ts'
import { countries } from '../../accounts/index.ts'
import { useGroupValues } from '../../groups/index.ts'
import { useCrewLanguages } from '../../organizations/index.ts'
import classes from '../Imports.module.css'

export interface MatchOptionsProps {
  options: ImportOptions
  onChange: (part: Partial<ImportOptions>) => void
  /** Whether a column of the file contains groups. */
  hasGroups: boolean
}

const groupsMax = 20

/** The options for all rows: country, language, existing contacts, empty cells, groups. */
export function MatchOptions({ options, onChange, hasGroups }: MatchOptionsProps) {
  const { t, i18n } = useLingui()
  const home = useSession(({ auth }) => auth.organization?.country ?? 'US')
  const { data: groups } = useGroupValues()
  const lands = useMemo(() => countries(i18n.locale), [i18n.locale])
  const languages = [...new Set([...useCrewLanguages().offered, options.language])]
  const joinable = (groups ?? []).filter(({ type }) => type === 'static')
  return (
    <section className={classes.card} aria-labelledby="for-all-rows">
      <Title order={3} id="for-all-rows">
        <Trans>For all rows</Trans>
      </Title>
      <div className={classes.options}>
        <Select
          label={t`Country`}
          description={t`For numbers without a country code.`}
          data={lands}
          value={options.country ?? home}
          onChange={(country) => country && onChange({ country })}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t`No countries found`}
        />
        <NativeSelect
          label={t`Language`}
          description={t`For rows without a language.`}
          data={languages.map((value) => ({ value, label: languageName(value, i18n.locale) }))}
          value={options.language}
          onChange={(event) => onChange({ language: event.currentTarget.value })}
        />
        <MultiSelect
          label={t`Add everyone to groups`}
          description={t`Applies to new and updated contacts.`}
          data={joinable.map(({ id, name }) => ({ value: id, label: name }))}
          value={options.groupIds}
          onChange={(groupIds) => onChange({ groupIds })}
          maxValues={groupsMax}
          searchable
          clearable
          placeholder={options.groupIds.length === 0 ? t`No group` : ''}
          nothingFoundMessage={t`No groups found`}
        />
        <Radio.Group
          label={t`Existing contacts`}
          description={t`Matched by mobile number or employee ID.`}
          value={options.known}
          onChange={(value) => onChange({ known: value === 'skip' ? 'skip' : 'update' })}
        >
          <Stack gap={8} mt={8}>
            <Radio value="update" label={t`Update them`} />
            <Radio value="skip" label={t`Leave them unchanged`} />
          </Stack>
        </Radio.Group>
        <Stack gap={12}>
          <Checkbox
            label={t`Clear fields where cells are empty`}
            description={t`When off, empty cells are ignored.`}
            checked={options.emptyClears}
            disabled={options.known === 'skip'}
            onChange={(event) => onChange({ emptyClears: event.currentTarget.checked })}
          />
          {hasGroups && (
            <Checkbox
              label={t`Create missing groups`}
              description={t`When off, unknown group names are marked as errors.`}
              checked={options.makeGroups}
              onChange={(event) => onChange({ makeGroups: event.currentTarget.checked })}
            />
          )}
        </Stack>
      </div>
    </section>
  )
}
