declare module "lucide:*" {
  const icon: import("./icon.tsx").Icon;
  export default icon;
}
