# Sourced by agtmux and agtmuxd, with their path in agtmux_self: sets agtmux_root to the directory of this checkout.
# Node takes `..` for the name before it to be cut off, which is another directory if that name is a link. In that case
# the links are resolved here; it costs a process, so it is not done otherwise.
agtmux_root=${agtmux_self%/*}
case $agtmux_root in
  */ | */. | */.. | *//* | */./* | */../*) agtmux_root=$(CDPATH= cd -P -- "$agtmux_root/.." && pwd -P) ;;
  *)
    if [ -L "$agtmux_root" ]; then
      agtmux_root=$(CDPATH= cd -P -- "$agtmux_root/.." && pwd -P)
    else
      agtmux_root=$agtmux_root/..
    fi
    ;;
esac
