import { formatNumber } from '@crewline/contract/formats'
import type { Form } from '@crewline/contract/forms'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { useMemo } from 'react'
import type { Column } from '../../shared/ui/table/DataTable.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import classes from './Forms.module.css'
import { useFormNames } from './useFormNames.ts'

const COLORS = { draft: 'gray', open: 'green', closed: 'gray' } as const

/** The state of a form as a word on a color. */
export function FormStatusBadge({ form }: { form: Form }) {
  const { status } = useFormNames()
  return <Badge color={COLORS[form.status]}>{status[form.status]}</Badge>
}

/** Returns the columns of the list of forms. */
export function useFormColumns(): Column<Form>[] {
  const { t, i18n } = useLingui()
  return useMemo(
    (): Column<Form>[] => [
      {
        id: 'name',
        header: t`Name`,
        phone: 'title',
        cell: ({ name }) => (
          <bdi className={classes.name} translate="no">
            {name}
          </bdi>
        ),
      },
      { id: 'status', header: t`Status`, width: 130, phone: 'end', cell: (form) => <FormStatusBadge form={form} /> },
      {
        id: 'questions',
        header: t`Questions`,
        width: 120,
        align: 'end',
        cell: ({ questions }) => formatNumber(questions.filter(({ type }) => type !== 'info').length, i18n.locale),
      },
      {
        id: 'responses',
        header: t`Answers`,
        width: 120,
        align: 'end',
        cell: ({ responses }) => formatNumber(responses, i18n.locale),
      },
      {
        id: 'updatedAt',
        header: t`Changed`,
        width: 140,
        phone: 'labeled',
        cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
      },
    ],
    [t, i18n.locale],
  )
}
