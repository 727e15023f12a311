/** The columns of Shopify's customer export, as it is and as it was. */
export const today =
  "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags".split(
    ",",
  );
export const earlier =
  "First Name,Last Name,Email,Accepts Marketing,Company,Address1,Address2,City,Province,Province Code,Country,Country Code,Zip,Phone,Total Spent,Total Orders,Tags,Note,Tax Exempt".split(
    ",",
  );
