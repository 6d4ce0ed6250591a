import type { SimCompany, SimEmployee } from './state.ts'

const ROWS = `
Amelia Ortiz|Packing|Line lead|North plant|Oakland|2019-03-04|1988-02-11
Ben Carter|Packing|Packer|North plant|Oakland|2021-06-14|1995-08-30
Chau Nguyen|Packing|Packer|North plant|Oakland|2022-01-10|1990-12-02
Dwayne Brooks|Shipping|Forklift driver|North plant|Oakland|2018-09-17|1984-05-21
Elena Petrova|Shipping|Dispatcher|North plant|Oakland|2020-11-02|1991-10-09
Farid Haddad|Cold storage|Operator|South plant|San Leandro|2023-04-03|1997-03-15
Grace Kim|Cold storage|Shift lead|South plant|San Leandro|2017-02-20|1982-07-27
Hector Ramos|Maintenance|Mechanic|South plant|San Leandro|2016-05-09|1979-11-18
Imani Walker|Maintenance|Electrician|South plant|San Leandro|2024-02-12|1993-01-06
Jonas Weber|Quality|Inspector|North plant|Oakland|2021-10-25|1989-04-14
Keiko Tanaka|Quality|Inspector|South plant|San Leandro|2022-08-01|1994-06-03
Luis Herrera|Packing|Packer|South plant|San Leandro|2025-03-24|2001-09-12`

function employeeOf(row: string, nth: number): SimEmployee {
  const [name = '', department, title, site, city, start, dob] = row.split('|')
  const [first = '', last = ''] = name.split(' ')
  return {
    id: `${String(nth + 1).padStart(8, '0')}-4a4b-4000-8000-000000000000`,
    first_name: first,
    last_name: last,
    personal_phone: `(510) 555-01${String(20 + nth)}`,
    personal_email: null,
    work_email: `${first}.${last}@harborfoods.example`.toLowerCase(),
    work_id: `HF-${100 + nth}`,
    department: department ?? null,
    title: title ?? null,
    site: site ?? null,
    city: city ?? null,
    start_date: start ?? null,
    dob: dob ?? null,
    status: 'active',
    type: 'employee',
    custom_fields: [
      { name: 'T-shirt size', value: ['S', 'M', 'L', 'XL'][nth % 4] },
      { name: 'Locker', value: 40 + nth },
    ],
  }
}

/** The company that the connection page offers. */
export const HARBOR_FOODS: SimCompany = {
  id: '5a4b0000-4a4b-4000-8000-000000000001',
  name: 'Harbor Foods',
  provider: 'adp_run',
  employees: ROWS.trim().split('\n').map(employeeOf),
}
