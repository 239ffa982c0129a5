const _: () = ::protobuf::__internal::assert_compatible_gencode_version("0.36.2-release");
// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__EchoFloat_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct EchoFloat {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<EchoFloat>,
}

impl ::protobuf::Message for EchoFloat {
    type MessageView<'msg> = EchoFloatView<'msg>;
    type MessageMut<'msg> = EchoFloatMut<'msg>;
}

impl ::std::default::Default for EchoFloat {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for EchoFloat {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `EchoFloat` is `Sync` because it does not implement interior mutability.
//    Neither does `EchoFloatMut`.
unsafe impl ::std::marker::Sync for EchoFloat {}

// SAFETY:
// - `EchoFloat` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for EchoFloat {}

impl ::protobuf::Proxied for EchoFloat {
    type View<'msg> = EchoFloatView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for EchoFloat {}

impl ::protobuf::MutProxied for EchoFloat {
    type Mut<'msg> = EchoFloatMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct EchoFloatView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, EchoFloat>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for EchoFloatView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for EchoFloatView<'msg> {
    type Message = EchoFloat;
}

impl ::std::fmt::Debug for EchoFloatView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for EchoFloatView<'_> {
    fn default() -> EchoFloatView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, EchoFloat>> for EchoFloatView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, EchoFloat>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> EchoFloatView<'msg> {
    pub fn to_owned(&self) -> EchoFloat {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // value: optional float
    pub fn has_value(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn value_opt(self) -> ::std::option::Option<f32> {
        self.has_value().then(|| self.value())
    }
    pub fn value(self) -> f32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f32_at_index(0, (0f32).into()).try_into().unwrap()
        }
    }
}

// SAFETY:
// - `EchoFloatView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for EchoFloatView<'_> {}

// SAFETY:
// - `EchoFloatView` is `Send` because while its alive a `EchoFloatMut` cannot.
// - `EchoFloatView` does not use thread-local data.
unsafe impl ::std::marker::Send for EchoFloatView<'_> {}

impl<'msg> ::protobuf::AsView for EchoFloatView<'msg> {
    type Proxied = EchoFloat;
    fn as_view(&self) -> ::protobuf::View<'msg, EchoFloat> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for EchoFloatView<'msg> {
    fn into_view<'shorter>(self) -> EchoFloatView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<EchoFloat> for EchoFloatView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> EchoFloat {
        let mut dst = EchoFloat::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<EchoFloat> for EchoFloatMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> EchoFloat {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for EchoFloat {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for EchoFloatView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for EchoFloatMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct EchoFloatMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, EchoFloat>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for EchoFloatMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for EchoFloatMut<'msg> {
    type Message = EchoFloat;
}

impl ::std::fmt::Debug for EchoFloatMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, EchoFloat>> for EchoFloatMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, EchoFloat>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> EchoFloatMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, EchoFloat> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> EchoFloat {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // value: optional float
    pub fn has_value(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_value(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn value_opt(&self) -> ::std::option::Option<f32> {
        self.has_value().then(|| self.value())
    }
    pub fn value(&self) -> f32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f32_at_index(0, (0f32).into()).try_into().unwrap()
        }
    }
    pub fn set_value(&mut self, val: f32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f32_at_index(0, val.into())
        }
    }
}

// SAFETY:
// - `EchoFloatMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for EchoFloatMut<'_> {}

// SAFETY:
// - `EchoFloatMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for EchoFloatMut<'_> {}

impl<'msg> ::protobuf::AsView for EchoFloatMut<'msg> {
    type Proxied = EchoFloat;
    fn as_view(&self) -> ::protobuf::View<'_, EchoFloat> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for EchoFloatMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, EchoFloat>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for EchoFloatMut<'msg> {
    type MutProxied = EchoFloat;
    fn as_mut(&mut self) -> EchoFloatMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for EchoFloatMut<'msg> {
    fn into_mut<'shorter>(self) -> EchoFloatMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl EchoFloat {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, EchoFloat> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> EchoFloatView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> EchoFloatMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // value: optional float
    pub fn has_value(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_value(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn value_opt(&self) -> ::std::option::Option<f32> {
        self.has_value().then(|| self.value())
    }
    pub fn value(&self) -> f32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f32_at_index(0, (0f32).into()).try_into().unwrap()
        }
    }
    pub fn set_value(&mut self, val: f32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f32_at_index(0, val.into())
        }
    }
} // impl EchoFloat

impl ::std::ops::Drop for EchoFloat {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for EchoFloat {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for EchoFloat {
    type Proxied = Self;
    fn as_view(&self) -> EchoFloatView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for EchoFloat {
    type MutProxied = Self;
    fn as_mut(&mut self) -> EchoFloatMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for EchoFloat {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK
                .get_or_init(|| {
                    super::messages_proto::wirecost__EchoFloat_msg_init.0 =
                        ::protobuf::__internal::runtime::build_mini_table("$!N");
                    ::protobuf::__internal::runtime::link_mini_table(
                        super::messages_proto::wirecost__EchoFloat_msg_init.0,
                        &[],
                        &[],
                    );
                    ::protobuf::__internal::runtime::MiniTableInitPtr(
                        super::messages_proto::wirecost__EchoFloat_msg_init.0,
                    )
                })
                .0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for EchoFloat {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for EchoFloat {
    type Msg = EchoFloat;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<EchoFloat> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for EchoFloat {
    type Msg = EchoFloat;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<EchoFloat> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for EchoFloatMut<'_> {
    type Msg = EchoFloat;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<EchoFloat> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for EchoFloatMut<'_> {
    type Msg = EchoFloat;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<EchoFloat> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for EchoFloatView<'_> {
    type Msg = EchoFloat;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<EchoFloat> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for EchoFloatMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__Empty_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct Empty {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<Empty>,
}

impl ::protobuf::Message for Empty {
    type MessageView<'msg> = EmptyView<'msg>;
    type MessageMut<'msg> = EmptyMut<'msg>;
}

impl ::std::default::Default for Empty {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for Empty {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `Empty` is `Sync` because it does not implement interior mutability.
//    Neither does `EmptyMut`.
unsafe impl ::std::marker::Sync for Empty {}

// SAFETY:
// - `Empty` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for Empty {}

impl ::protobuf::Proxied for Empty {
    type View<'msg> = EmptyView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for Empty {}

impl ::protobuf::MutProxied for Empty {
    type Mut<'msg> = EmptyMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct EmptyView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Empty>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for EmptyView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for EmptyView<'msg> {
    type Message = Empty;
}

impl ::std::fmt::Debug for EmptyView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for EmptyView<'_> {
    fn default() -> EmptyView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, Empty>> for EmptyView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Empty>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> EmptyView<'msg> {
    pub fn to_owned(&self) -> Empty {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }
}

// SAFETY:
// - `EmptyView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for EmptyView<'_> {}

// SAFETY:
// - `EmptyView` is `Send` because while its alive a `EmptyMut` cannot.
// - `EmptyView` does not use thread-local data.
unsafe impl ::std::marker::Send for EmptyView<'_> {}

impl<'msg> ::protobuf::AsView for EmptyView<'msg> {
    type Proxied = Empty;
    fn as_view(&self) -> ::protobuf::View<'msg, Empty> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for EmptyView<'msg> {
    fn into_view<'shorter>(self) -> EmptyView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<Empty> for EmptyView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Empty {
        let mut dst = Empty::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<Empty> for EmptyMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Empty {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for Empty {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for EmptyView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for EmptyMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct EmptyMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Empty>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for EmptyMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for EmptyMut<'msg> {
    type Message = Empty;
}

impl ::std::fmt::Debug for EmptyMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, Empty>> for EmptyMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Empty>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> EmptyMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, Empty> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> Empty {
        ::protobuf::AsView::as_view(self).to_owned()
    }
}

// SAFETY:
// - `EmptyMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for EmptyMut<'_> {}

// SAFETY:
// - `EmptyMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for EmptyMut<'_> {}

impl<'msg> ::protobuf::AsView for EmptyMut<'msg> {
    type Proxied = Empty;
    fn as_view(&self) -> ::protobuf::View<'_, Empty> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for EmptyMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, Empty>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for EmptyMut<'msg> {
    type MutProxied = Empty;
    fn as_mut(&mut self) -> EmptyMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for EmptyMut<'msg> {
    fn into_mut<'shorter>(self) -> EmptyMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl Empty {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, Empty> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> EmptyView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> EmptyMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }
} // impl Empty

impl ::std::ops::Drop for Empty {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for Empty {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for Empty {
    type Proxied = Self;
    fn as_view(&self) -> EmptyView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for Empty {
    type MutProxied = Self;
    fn as_mut(&mut self) -> EmptyMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for Empty {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK
                .get_or_init(|| {
                    super::messages_proto::wirecost__Empty_msg_init.0 =
                        ::protobuf::__internal::runtime::build_mini_table("$");
                    ::protobuf::__internal::runtime::link_mini_table(
                        super::messages_proto::wirecost__Empty_msg_init.0,
                        &[],
                        &[],
                    );
                    ::protobuf::__internal::runtime::MiniTableInitPtr(super::messages_proto::wirecost__Empty_msg_init.0)
                })
                .0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for Empty {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for Empty {
    type Msg = Empty;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Empty> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for Empty {
    type Msg = Empty;
    fn get_ptr(&self, _private: ::protobuf::__internal::Private) -> ::protobuf::__internal::runtime::MessagePtr<Empty> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for EmptyMut<'_> {
    type Msg = Empty;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Empty> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for EmptyMut<'_> {
    type Msg = Empty;
    fn get_ptr(&self, _private: ::protobuf::__internal::Private) -> ::protobuf::__internal::runtime::MessagePtr<Empty> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for EmptyView<'_> {
    type Msg = Empty;
    fn get_ptr(&self, _private: ::protobuf::__internal::Private) -> ::protobuf::__internal::runtime::MessagePtr<Empty> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for EmptyMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__Text_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct Text {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<Text>,
}

impl ::protobuf::Message for Text {
    type MessageView<'msg> = TextView<'msg>;
    type MessageMut<'msg> = TextMut<'msg>;
}

impl ::std::default::Default for Text {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for Text {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `Text` is `Sync` because it does not implement interior mutability.
//    Neither does `TextMut`.
unsafe impl ::std::marker::Sync for Text {}

// SAFETY:
// - `Text` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for Text {}

impl ::protobuf::Proxied for Text {
    type View<'msg> = TextView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for Text {}

impl ::protobuf::MutProxied for Text {
    type Mut<'msg> = TextMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct TextView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Text>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for TextView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for TextView<'msg> {
    type Message = Text;
}

impl ::std::fmt::Debug for TextView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for TextView<'_> {
    fn default() -> TextView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, Text>> for TextView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Text>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> TextView<'msg> {
    pub fn to_owned(&self) -> Text {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // value: optional string
    pub fn has_value(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn value_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_value().then(|| self.value())
    }
    pub fn value(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
}

// SAFETY:
// - `TextView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for TextView<'_> {}

// SAFETY:
// - `TextView` is `Send` because while its alive a `TextMut` cannot.
// - `TextView` does not use thread-local data.
unsafe impl ::std::marker::Send for TextView<'_> {}

impl<'msg> ::protobuf::AsView for TextView<'msg> {
    type Proxied = Text;
    fn as_view(&self) -> ::protobuf::View<'msg, Text> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for TextView<'msg> {
    fn into_view<'shorter>(self) -> TextView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<Text> for TextView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Text {
        let mut dst = Text::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<Text> for TextMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Text {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for Text {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for TextView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for TextMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct TextMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Text>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for TextMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for TextMut<'msg> {
    type Message = Text;
}

impl ::std::fmt::Debug for TextMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, Text>> for TextMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Text>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> TextMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, Text> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> Text {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // value: optional string
    pub fn has_value(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_value(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn value_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_value().then(|| self.value())
    }
    pub fn value(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_value(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }
}

// SAFETY:
// - `TextMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for TextMut<'_> {}

// SAFETY:
// - `TextMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for TextMut<'_> {}

impl<'msg> ::protobuf::AsView for TextMut<'msg> {
    type Proxied = Text;
    fn as_view(&self) -> ::protobuf::View<'_, Text> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for TextMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, Text>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for TextMut<'msg> {
    type MutProxied = Text;
    fn as_mut(&mut self) -> TextMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for TextMut<'msg> {
    fn into_mut<'shorter>(self) -> TextMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl Text {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, Text> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> TextView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> TextMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // value: optional string
    pub fn has_value(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_value(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn value_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_value().then(|| self.value())
    }
    pub fn value(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_value(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }
} // impl Text

impl ::std::ops::Drop for Text {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for Text {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for Text {
    type Proxied = Self;
    fn as_view(&self) -> TextView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for Text {
    type MutProxied = Self;
    fn as_mut(&mut self) -> TextMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for Text {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK
                .get_or_init(|| {
                    super::messages_proto::wirecost__Text_msg_init.0 =
                        ::protobuf::__internal::runtime::build_mini_table("$M1N");
                    ::protobuf::__internal::runtime::link_mini_table(
                        super::messages_proto::wirecost__Text_msg_init.0,
                        &[],
                        &[],
                    );
                    ::protobuf::__internal::runtime::MiniTableInitPtr(super::messages_proto::wirecost__Text_msg_init.0)
                })
                .0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for Text {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for Text {
    type Msg = Text;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Text> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for Text {
    type Msg = Text;
    fn get_ptr(&self, _private: ::protobuf::__internal::Private) -> ::protobuf::__internal::runtime::MessagePtr<Text> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for TextMut<'_> {
    type Msg = Text;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Text> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for TextMut<'_> {
    type Msg = Text;
    fn get_ptr(&self, _private: ::protobuf::__internal::Private) -> ::protobuf::__internal::runtime::MessagePtr<Text> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for TextView<'_> {
    type Msg = Text;
    fn get_ptr(&self, _private: ::protobuf::__internal::Private) -> ::protobuf::__internal::runtime::MessagePtr<Text> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for TextMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__Doubles_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct Doubles {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<Doubles>,
}

impl ::protobuf::Message for Doubles {
    type MessageView<'msg> = DoublesView<'msg>;
    type MessageMut<'msg> = DoublesMut<'msg>;
}

impl ::std::default::Default for Doubles {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for Doubles {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `Doubles` is `Sync` because it does not implement interior mutability.
//    Neither does `DoublesMut`.
unsafe impl ::std::marker::Sync for Doubles {}

// SAFETY:
// - `Doubles` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for Doubles {}

impl ::protobuf::Proxied for Doubles {
    type View<'msg> = DoublesView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for Doubles {}

impl ::protobuf::MutProxied for Doubles {
    type Mut<'msg> = DoublesMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct DoublesView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Doubles>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for DoublesView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for DoublesView<'msg> {
    type Message = Doubles;
}

impl ::std::fmt::Debug for DoublesView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for DoublesView<'_> {
    fn default() -> DoublesView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, Doubles>> for DoublesView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Doubles>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> DoublesView<'msg> {
    pub fn to_owned(&self) -> Doubles {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // values: repeated double
    pub fn values(self) -> ::protobuf::RepeatedView<'msg, f64> {
        unsafe { self.inner.ptr().get_array_at_index(0) }
            .map_or_else(::protobuf::__internal::runtime::empty_array::<f64>, |raw| unsafe {
                ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw)
            })
    }
}

// SAFETY:
// - `DoublesView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for DoublesView<'_> {}

// SAFETY:
// - `DoublesView` is `Send` because while its alive a `DoublesMut` cannot.
// - `DoublesView` does not use thread-local data.
unsafe impl ::std::marker::Send for DoublesView<'_> {}

impl<'msg> ::protobuf::AsView for DoublesView<'msg> {
    type Proxied = Doubles;
    fn as_view(&self) -> ::protobuf::View<'msg, Doubles> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for DoublesView<'msg> {
    fn into_view<'shorter>(self) -> DoublesView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<Doubles> for DoublesView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Doubles {
        let mut dst = Doubles::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<Doubles> for DoublesMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Doubles {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for Doubles {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for DoublesView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for DoublesMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct DoublesMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Doubles>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for DoublesMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for DoublesMut<'msg> {
    type Message = Doubles;
}

impl ::std::fmt::Debug for DoublesMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, Doubles>> for DoublesMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Doubles>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> DoublesMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, Doubles> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> Doubles {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // values: repeated double
    pub fn values(&self) -> ::protobuf::RepeatedView<'_, f64> {
        unsafe { self.inner.ptr().get_array_at_index(0) }
            .map_or_else(::protobuf::__internal::runtime::empty_array::<f64>, |raw| unsafe {
                ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw)
            })
    }
    pub fn values_mut(&mut self) -> ::protobuf::RepeatedMut<'_, f64> {
        unsafe {
            let raw_array = self
                .inner
                .ptr_mut()
                .get_or_create_mutable_array_at_index(0, self.inner.arena())
                .expect("alloc should not fail");
            ::protobuf::RepeatedMut::from_inner(
                ::protobuf::__internal::Private,
                ::protobuf::__internal::runtime::InnerRepeatedMut::new(raw_array, self.inner.arena()),
            )
        }
    }
    pub fn set_values(&mut self, src: impl ::protobuf::IntoProxied<::protobuf::Repeated<f64>>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_repeated_field(::protobuf::AsMut::as_mut(self).inner, 0, src);
        }
    }
}

// SAFETY:
// - `DoublesMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for DoublesMut<'_> {}

// SAFETY:
// - `DoublesMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for DoublesMut<'_> {}

impl<'msg> ::protobuf::AsView for DoublesMut<'msg> {
    type Proxied = Doubles;
    fn as_view(&self) -> ::protobuf::View<'_, Doubles> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for DoublesMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, Doubles>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for DoublesMut<'msg> {
    type MutProxied = Doubles;
    fn as_mut(&mut self) -> DoublesMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for DoublesMut<'msg> {
    fn into_mut<'shorter>(self) -> DoublesMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl Doubles {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, Doubles> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> DoublesView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> DoublesMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // values: repeated double
    pub fn values(&self) -> ::protobuf::RepeatedView<'_, f64> {
        unsafe { self.inner.ptr().get_array_at_index(0) }
            .map_or_else(::protobuf::__internal::runtime::empty_array::<f64>, |raw| unsafe {
                ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw)
            })
    }
    pub fn values_mut(&mut self) -> ::protobuf::RepeatedMut<'_, f64> {
        unsafe {
            let raw_array = self
                .inner
                .ptr_mut()
                .get_or_create_mutable_array_at_index(0, self.inner.arena())
                .expect("alloc should not fail");
            ::protobuf::RepeatedMut::from_inner(
                ::protobuf::__internal::Private,
                ::protobuf::__internal::runtime::InnerRepeatedMut::new(raw_array, self.inner.arena()),
            )
        }
    }
    pub fn set_values(&mut self, src: impl ::protobuf::IntoProxied<::protobuf::Repeated<f64>>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_repeated_field(::protobuf::AsMut::as_mut(self).inner, 0, src);
        }
    }
} // impl Doubles

impl ::std::ops::Drop for Doubles {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for Doubles {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for Doubles {
    type Proxied = Self;
    fn as_view(&self) -> DoublesView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for Doubles {
    type MutProxied = Self;
    fn as_mut(&mut self) -> DoublesMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for Doubles {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK
                .get_or_init(|| {
                    super::messages_proto::wirecost__Doubles_msg_init.0 =
                        ::protobuf::__internal::runtime::build_mini_table("$N6");
                    ::protobuf::__internal::runtime::link_mini_table(
                        super::messages_proto::wirecost__Doubles_msg_init.0,
                        &[],
                        &[],
                    );
                    ::protobuf::__internal::runtime::MiniTableInitPtr(
                        super::messages_proto::wirecost__Doubles_msg_init.0,
                    )
                })
                .0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for Doubles {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for Doubles {
    type Msg = Doubles;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Doubles> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for Doubles {
    type Msg = Doubles;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Doubles> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for DoublesMut<'_> {
    type Msg = Doubles;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Doubles> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for DoublesMut<'_> {
    type Msg = Doubles;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Doubles> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for DoublesView<'_> {
    type Msg = Doubles;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Doubles> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for DoublesMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__Dns_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct Dns {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<Dns>,
}

impl ::protobuf::Message for Dns {
    type MessageView<'msg> = DnsView<'msg>;
    type MessageMut<'msg> = DnsMut<'msg>;
}

impl ::std::default::Default for Dns {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for Dns {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `Dns` is `Sync` because it does not implement interior mutability.
//    Neither does `DnsMut`.
unsafe impl ::std::marker::Sync for Dns {}

// SAFETY:
// - `Dns` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for Dns {}

impl ::protobuf::Proxied for Dns {
    type View<'msg> = DnsView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for Dns {}

impl ::protobuf::MutProxied for Dns {
    type Mut<'msg> = DnsMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct DnsView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Dns>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for DnsView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for DnsView<'msg> {
    type Message = Dns;
}

impl ::std::fmt::Debug for DnsView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for DnsView<'_> {
    fn default() -> DnsView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, Dns>> for DnsView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Dns>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> DnsView<'msg> {
    pub fn to_owned(&self) -> Dns {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // records: repeated message wirecost.DnsRecord
    pub fn records(self) -> ::protobuf::RepeatedView<'msg, super::messages_proto::DnsRecord> {
        unsafe { self.inner.ptr().get_array_at_index(0) }.map_or_else(
            ::protobuf::__internal::runtime::empty_array::<super::messages_proto::DnsRecord>,
            |raw| unsafe { ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw) },
        )
    }
}

// SAFETY:
// - `DnsView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for DnsView<'_> {}

// SAFETY:
// - `DnsView` is `Send` because while its alive a `DnsMut` cannot.
// - `DnsView` does not use thread-local data.
unsafe impl ::std::marker::Send for DnsView<'_> {}

impl<'msg> ::protobuf::AsView for DnsView<'msg> {
    type Proxied = Dns;
    fn as_view(&self) -> ::protobuf::View<'msg, Dns> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for DnsView<'msg> {
    fn into_view<'shorter>(self) -> DnsView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<Dns> for DnsView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Dns {
        let mut dst = Dns::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<Dns> for DnsMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Dns {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for Dns {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for DnsView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for DnsMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct DnsMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Dns>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for DnsMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for DnsMut<'msg> {
    type Message = Dns;
}

impl ::std::fmt::Debug for DnsMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, Dns>> for DnsMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Dns>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> DnsMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, Dns> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> Dns {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // records: repeated message wirecost.DnsRecord
    pub fn records(&self) -> ::protobuf::RepeatedView<'_, super::messages_proto::DnsRecord> {
        unsafe { self.inner.ptr().get_array_at_index(0) }.map_or_else(
            ::protobuf::__internal::runtime::empty_array::<super::messages_proto::DnsRecord>,
            |raw| unsafe { ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw) },
        )
    }
    pub fn records_mut(&mut self) -> ::protobuf::RepeatedMut<'_, super::messages_proto::DnsRecord> {
        unsafe {
            let raw_array = self
                .inner
                .ptr_mut()
                .get_or_create_mutable_array_at_index(0, self.inner.arena())
                .expect("alloc should not fail");
            ::protobuf::RepeatedMut::from_inner(
                ::protobuf::__internal::Private,
                ::protobuf::__internal::runtime::InnerRepeatedMut::new(raw_array, self.inner.arena()),
            )
        }
    }
    pub fn set_records(
        &mut self,
        src: impl ::protobuf::IntoProxied<::protobuf::Repeated<super::messages_proto::DnsRecord>>,
    ) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_repeated_field(::protobuf::AsMut::as_mut(self).inner, 0, src);
        }
    }
}

// SAFETY:
// - `DnsMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for DnsMut<'_> {}

// SAFETY:
// - `DnsMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for DnsMut<'_> {}

impl<'msg> ::protobuf::AsView for DnsMut<'msg> {
    type Proxied = Dns;
    fn as_view(&self) -> ::protobuf::View<'_, Dns> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for DnsMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, Dns>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for DnsMut<'msg> {
    type MutProxied = Dns;
    fn as_mut(&mut self) -> DnsMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for DnsMut<'msg> {
    fn into_mut<'shorter>(self) -> DnsMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl Dns {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, Dns> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> DnsView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> DnsMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // records: repeated message wirecost.DnsRecord
    pub fn records(&self) -> ::protobuf::RepeatedView<'_, super::messages_proto::DnsRecord> {
        unsafe { self.inner.ptr().get_array_at_index(0) }.map_or_else(
            ::protobuf::__internal::runtime::empty_array::<super::messages_proto::DnsRecord>,
            |raw| unsafe { ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw) },
        )
    }
    pub fn records_mut(&mut self) -> ::protobuf::RepeatedMut<'_, super::messages_proto::DnsRecord> {
        unsafe {
            let raw_array = self
                .inner
                .ptr_mut()
                .get_or_create_mutable_array_at_index(0, self.inner.arena())
                .expect("alloc should not fail");
            ::protobuf::RepeatedMut::from_inner(
                ::protobuf::__internal::Private,
                ::protobuf::__internal::runtime::InnerRepeatedMut::new(raw_array, self.inner.arena()),
            )
        }
    }
    pub fn set_records(
        &mut self,
        src: impl ::protobuf::IntoProxied<::protobuf::Repeated<super::messages_proto::DnsRecord>>,
    ) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_repeated_field(::protobuf::AsMut::as_mut(self).inner, 0, src);
        }
    }
} // impl Dns

impl ::std::ops::Drop for Dns {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for Dns {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for Dns {
    type Proxied = Self;
    fn as_view(&self) -> DnsView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for Dns {
    type MutProxied = Self;
    fn as_mut(&mut self) -> DnsMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for Dns {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK.get_or_init(|| {
        super::messages_proto::wirecost__Dns_msg_init.0 =
            ::protobuf::__internal::runtime::build_mini_table("$G");
        ::protobuf::__internal::runtime::link_mini_table(
            super::messages_proto::wirecost__Dns_msg_init.0, &[<super::messages_proto::DnsRecord as ::protobuf::__internal::runtime::AssociatedMiniTable>::mini_table(),
            ], &[]);
        ::protobuf::__internal::runtime::MiniTableInitPtr(super::messages_proto::wirecost__Dns_msg_init.0)
      }).0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for Dns {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for Dns {
    type Msg = Dns;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Dns> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for Dns {
    type Msg = Dns;
    fn get_ptr(&self, _private: ::protobuf::__internal::Private) -> ::protobuf::__internal::runtime::MessagePtr<Dns> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for DnsMut<'_> {
    type Msg = Dns;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Dns> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for DnsMut<'_> {
    type Msg = Dns;
    fn get_ptr(&self, _private: ::protobuf::__internal::Private) -> ::protobuf::__internal::runtime::MessagePtr<Dns> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for DnsView<'_> {
    type Msg = Dns;
    fn get_ptr(&self, _private: ::protobuf::__internal::Private) -> ::protobuf::__internal::runtime::MessagePtr<Dns> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for DnsMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__DnsRecord_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct DnsRecord {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<DnsRecord>,
}

impl ::protobuf::Message for DnsRecord {
    type MessageView<'msg> = DnsRecordView<'msg>;
    type MessageMut<'msg> = DnsRecordMut<'msg>;
}

impl ::std::default::Default for DnsRecord {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for DnsRecord {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `DnsRecord` is `Sync` because it does not implement interior mutability.
//    Neither does `DnsRecordMut`.
unsafe impl ::std::marker::Sync for DnsRecord {}

// SAFETY:
// - `DnsRecord` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for DnsRecord {}

impl ::protobuf::Proxied for DnsRecord {
    type View<'msg> = DnsRecordView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for DnsRecord {}

impl ::protobuf::MutProxied for DnsRecord {
    type Mut<'msg> = DnsRecordMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct DnsRecordView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, DnsRecord>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for DnsRecordView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for DnsRecordView<'msg> {
    type Message = DnsRecord;
}

impl ::std::fmt::Debug for DnsRecordView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for DnsRecordView<'_> {
    fn default() -> DnsRecordView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, DnsRecord>> for DnsRecordView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, DnsRecord>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> DnsRecordView<'msg> {
    pub fn to_owned(&self) -> DnsRecord {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // key: optional string
    pub fn has_key(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn key_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_key().then(|| self.key())
    }
    pub fn key(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // value: optional string
    pub fn has_value(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn value_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_value().then(|| self.value())
    }
    pub fn value(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // first: optional string
    pub fn has_first(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn first_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_first().then(|| self.first())
    }
    pub fn first(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // last: optional string
    pub fn has_last(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn last_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_last().then(|| self.last())
    }
    pub fn last(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(3, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // record_type: optional string
    pub fn has_record_type(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn record_type_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_record_type().then(|| self.record_type())
    }
    pub fn record_type(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(4, (b"A").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // ttl: optional int32
    pub fn has_ttl(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn ttl_opt(self) -> ::std::option::Option<i32> {
        self.has_ttl().then(|| self.ttl())
    }
    pub fn ttl(self) -> i32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(5, (86400i32).into()).try_into().unwrap()
        }
    }
}

// SAFETY:
// - `DnsRecordView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for DnsRecordView<'_> {}

// SAFETY:
// - `DnsRecordView` is `Send` because while its alive a `DnsRecordMut` cannot.
// - `DnsRecordView` does not use thread-local data.
unsafe impl ::std::marker::Send for DnsRecordView<'_> {}

impl<'msg> ::protobuf::AsView for DnsRecordView<'msg> {
    type Proxied = DnsRecord;
    fn as_view(&self) -> ::protobuf::View<'msg, DnsRecord> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for DnsRecordView<'msg> {
    fn into_view<'shorter>(self) -> DnsRecordView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<DnsRecord> for DnsRecordView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> DnsRecord {
        let mut dst = DnsRecord::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<DnsRecord> for DnsRecordMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> DnsRecord {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for DnsRecord {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for DnsRecordView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for DnsRecordMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct DnsRecordMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, DnsRecord>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for DnsRecordMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for DnsRecordMut<'msg> {
    type Message = DnsRecord;
}

impl ::std::fmt::Debug for DnsRecordMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, DnsRecord>> for DnsRecordMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, DnsRecord>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> DnsRecordMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, DnsRecord> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> DnsRecord {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // key: optional string
    pub fn has_key(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_key(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn key_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_key().then(|| self.key())
    }
    pub fn key(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_key(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // value: optional string
    pub fn has_value(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_value(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn value_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_value().then(|| self.value())
    }
    pub fn value(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_value(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // first: optional string
    pub fn has_first(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_first(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn first_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_first().then(|| self.first())
    }
    pub fn first(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_first(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }

    // last: optional string
    pub fn has_last(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_last(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn last_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_last().then(|| self.last())
    }
    pub fn last(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(3, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_last(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 3, val);
        }
    }

    // record_type: optional string
    pub fn has_record_type(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn clear_record_type(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(4);
        }
    }
    pub fn record_type_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_record_type().then(|| self.record_type())
    }
    pub fn record_type(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(4, (b"A").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_record_type(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 4, val);
        }
    }

    // ttl: optional int32
    pub fn has_ttl(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn clear_ttl(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(5);
        }
    }
    pub fn ttl_opt(&self) -> ::std::option::Option<i32> {
        self.has_ttl().then(|| self.ttl())
    }
    pub fn ttl(&self) -> i32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(5, (86400i32).into()).try_into().unwrap()
        }
    }
    pub fn set_ttl(&mut self, val: i32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i32_at_index(5, val.into())
        }
    }
}

// SAFETY:
// - `DnsRecordMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for DnsRecordMut<'_> {}

// SAFETY:
// - `DnsRecordMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for DnsRecordMut<'_> {}

impl<'msg> ::protobuf::AsView for DnsRecordMut<'msg> {
    type Proxied = DnsRecord;
    fn as_view(&self) -> ::protobuf::View<'_, DnsRecord> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for DnsRecordMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, DnsRecord>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for DnsRecordMut<'msg> {
    type MutProxied = DnsRecord;
    fn as_mut(&mut self) -> DnsRecordMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for DnsRecordMut<'msg> {
    fn into_mut<'shorter>(self) -> DnsRecordMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl DnsRecord {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, DnsRecord> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> DnsRecordView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> DnsRecordMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // key: optional string
    pub fn has_key(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_key(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn key_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_key().then(|| self.key())
    }
    pub fn key(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_key(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // value: optional string
    pub fn has_value(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_value(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn value_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_value().then(|| self.value())
    }
    pub fn value(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_value(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // first: optional string
    pub fn has_first(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_first(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn first_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_first().then(|| self.first())
    }
    pub fn first(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_first(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }

    // last: optional string
    pub fn has_last(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_last(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn last_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_last().then(|| self.last())
    }
    pub fn last(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(3, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_last(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 3, val);
        }
    }

    // record_type: optional string
    pub fn has_record_type(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn clear_record_type(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(4);
        }
    }
    pub fn record_type_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_record_type().then(|| self.record_type())
    }
    pub fn record_type(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(4, (b"A").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_record_type(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 4, val);
        }
    }

    // ttl: optional int32
    pub fn has_ttl(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn clear_ttl(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(5);
        }
    }
    pub fn ttl_opt(&self) -> ::std::option::Option<i32> {
        self.has_ttl().then(|| self.ttl())
    }
    pub fn ttl(&self) -> i32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(5, (86400i32).into()).try_into().unwrap()
        }
    }
    pub fn set_ttl(&mut self, val: i32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i32_at_index(5, val.into())
        }
    }
} // impl DnsRecord

impl ::std::ops::Drop for DnsRecord {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for DnsRecord {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for DnsRecord {
    type Proxied = Self;
    fn as_view(&self) -> DnsRecordView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for DnsRecord {
    type MutProxied = Self;
    fn as_mut(&mut self) -> DnsRecordMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for DnsRecord {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK
                .get_or_init(|| {
                    super::messages_proto::wirecost__DnsRecord_msg_init.0 =
                        ::protobuf::__internal::runtime::build_mini_table("$1V1V1V1V1T(");
                    ::protobuf::__internal::runtime::link_mini_table(
                        super::messages_proto::wirecost__DnsRecord_msg_init.0,
                        &[],
                        &[],
                    );
                    ::protobuf::__internal::runtime::MiniTableInitPtr(
                        super::messages_proto::wirecost__DnsRecord_msg_init.0,
                    )
                })
                .0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for DnsRecord {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for DnsRecord {
    type Msg = DnsRecord;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<DnsRecord> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for DnsRecord {
    type Msg = DnsRecord;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<DnsRecord> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for DnsRecordMut<'_> {
    type Msg = DnsRecord;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<DnsRecord> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for DnsRecordMut<'_> {
    type Msg = DnsRecord;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<DnsRecord> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for DnsRecordView<'_> {
    type Msg = DnsRecord;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<DnsRecord> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for DnsRecordMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__Telemetry_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct Telemetry {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<Telemetry>,
}

impl ::protobuf::Message for Telemetry {
    type MessageView<'msg> = TelemetryView<'msg>;
    type MessageMut<'msg> = TelemetryMut<'msg>;
}

impl ::std::default::Default for Telemetry {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for Telemetry {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `Telemetry` is `Sync` because it does not implement interior mutability.
//    Neither does `TelemetryMut`.
unsafe impl ::std::marker::Sync for Telemetry {}

// SAFETY:
// - `Telemetry` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for Telemetry {}

impl ::protobuf::Proxied for Telemetry {
    type View<'msg> = TelemetryView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for Telemetry {}

impl ::protobuf::MutProxied for Telemetry {
    type Mut<'msg> = TelemetryMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct TelemetryView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Telemetry>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for TelemetryView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for TelemetryView<'msg> {
    type Message = Telemetry;
}

impl ::std::fmt::Debug for TelemetryView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for TelemetryView<'_> {
    fn default() -> TelemetryView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, Telemetry>> for TelemetryView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Telemetry>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> TelemetryView<'msg> {
    pub fn to_owned(&self) -> Telemetry {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // device: optional string
    pub fn has_device(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn device_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_device().then(|| self.device())
    }
    pub fn device(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // state: optional enum wirecost.State
    pub fn has_state(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn state_opt(self) -> ::std::option::Option<super::messages_proto::State> {
        self.has_state().then(|| self.state())
    }
    pub fn state(self) -> super::messages_proto::State {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(1, (super::messages_proto::State::Idle).into()).try_into().unwrap()
        }
    }

    // online: optional bool
    pub fn has_online(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn online_opt(self) -> ::std::option::Option<bool> {
        self.has_online().then(|| self.online())
    }
    pub fn online(self) -> bool {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_bool_at_index(2, (false).into()).try_into().unwrap()
        }
    }

    // offset: optional sint32
    pub fn has_offset(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn offset_opt(self) -> ::std::option::Option<i32> {
        self.has_offset().then(|| self.offset())
    }
    pub fn offset(self) -> i32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(3, (0i32).into()).try_into().unwrap()
        }
    }

    // level: optional sint32
    pub fn has_level(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn level_opt(self) -> ::std::option::Option<i32> {
        self.has_level().then(|| self.level())
    }
    pub fn level(self) -> i32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(4, (0i32).into()).try_into().unwrap()
        }
    }

    // drift: optional sint32
    pub fn has_drift(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn drift_opt(self) -> ::std::option::Option<i32> {
        self.has_drift().then(|| self.drift())
    }
    pub fn drift(self) -> i32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(5, (0i32).into()).try_into().unwrap()
        }
    }

    // time_ns: optional int64
    pub fn has_time_ns(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(6) }
    }
    pub fn time_ns_opt(self) -> ::std::option::Option<i64> {
        self.has_time_ns().then(|| self.time_ns())
    }
    pub fn time_ns(self) -> i64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i64_at_index(6, (0i64).into()).try_into().unwrap()
        }
    }

    // flags: optional uint32
    pub fn has_flags(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(7) }
    }
    pub fn flags_opt(self) -> ::std::option::Option<u32> {
        self.has_flags().then(|| self.flags())
    }
    pub fn flags(self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(7, (0u32).into()).try_into().unwrap()
        }
    }

    // port: optional uint32
    pub fn has_port(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(8) }
    }
    pub fn port_opt(self) -> ::std::option::Option<u32> {
        self.has_port().then(|| self.port())
    }
    pub fn port(self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(8, (0u32).into()).try_into().unwrap()
        }
    }

    // count: optional uint32
    pub fn has_count(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(9) }
    }
    pub fn count_opt(self) -> ::std::option::Option<u32> {
        self.has_count().then(|| self.count())
    }
    pub fn count(self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(9, (0u32).into()).try_into().unwrap()
        }
    }

    // sequence: optional uint64
    pub fn has_sequence(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(10) }
    }
    pub fn sequence_opt(self) -> ::std::option::Option<u64> {
        self.has_sequence().then(|| self.sequence())
    }
    pub fn sequence(self) -> u64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u64_at_index(10, (0u64).into()).try_into().unwrap()
        }
    }

    // temperature: optional float
    pub fn has_temperature(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(11) }
    }
    pub fn temperature_opt(self) -> ::std::option::Option<f32> {
        self.has_temperature().then(|| self.temperature())
    }
    pub fn temperature(self) -> f32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f32_at_index(11, (0f32).into()).try_into().unwrap()
        }
    }

    // pressure: optional double
    pub fn has_pressure(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(12) }
    }
    pub fn pressure_opt(self) -> ::std::option::Option<f64> {
        self.has_pressure().then(|| self.pressure())
    }
    pub fn pressure(self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(12, (0f64).into()).try_into().unwrap()
        }
    }

    // note: optional string
    pub fn has_note(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(13) }
    }
    pub fn note_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_note().then(|| self.note())
    }
    pub fn note(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(13, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // retries: optional uint32
    pub fn has_retries(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(14) }
    }
    pub fn retries_opt(self) -> ::std::option::Option<u32> {
        self.has_retries().then(|| self.retries())
    }
    pub fn retries(self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(14, (0u32).into()).try_into().unwrap()
        }
    }

    // calibration: optional double
    pub fn has_calibration(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(15) }
    }
    pub fn calibration_opt(self) -> ::std::option::Option<f64> {
        self.has_calibration().then(|| self.calibration())
    }
    pub fn calibration(self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(15, (0f64).into()).try_into().unwrap()
        }
    }

    // payload: optional bytes
    pub fn has_payload(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(16) }
    }
    pub fn payload_opt(self) -> ::std::option::Option<&'msg [u8]> {
        self.has_payload().then(|| self.payload())
    }
    pub fn payload(self) -> ::protobuf::View<'msg, ::protobuf::ProtoBytes> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(16, (b"").into()) };
        unsafe { str_view.as_ref() }
    }

    // position: optional message wirecost.Position
    pub fn has_position(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(17) }
    }
    pub fn position_opt(self) -> ::std::option::Option<super::messages_proto::PositionView<'msg>> {
        self.has_position().then(|| self.position())
    }
    pub fn position(self) -> super::messages_proto::PositionView<'msg> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(17) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::PositionView::default())
    }

    // readings: repeated message wirecost.Reading
    pub fn readings(self) -> ::protobuf::RepeatedView<'msg, super::messages_proto::Reading> {
        unsafe { self.inner.ptr().get_array_at_index(18) }
            .map_or_else(::protobuf::__internal::runtime::empty_array::<super::messages_proto::Reading>, |raw| unsafe {
                ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw)
            })
    }

    // counters: repeated message wirecost.Telemetry.CountersEntry
    pub fn counters(self) -> ::protobuf::MapView<'msg, ::protobuf::ProtoString, i64> {
        unsafe {
            <Self as ::protobuf::__internal::runtime::UpbGetMessagePtr>::get_ptr(&self, ::protobuf::__internal::Private)
                .get_map_at_index(19)
                .map_or_else(::protobuf::__internal::runtime::empty_map::<::protobuf::ProtoString, i64>, |raw| {
                    ::protobuf::MapView::from_raw(::protobuf::__internal::Private, raw)
                })
        }
    }
}

// SAFETY:
// - `TelemetryView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for TelemetryView<'_> {}

// SAFETY:
// - `TelemetryView` is `Send` because while its alive a `TelemetryMut` cannot.
// - `TelemetryView` does not use thread-local data.
unsafe impl ::std::marker::Send for TelemetryView<'_> {}

impl<'msg> ::protobuf::AsView for TelemetryView<'msg> {
    type Proxied = Telemetry;
    fn as_view(&self) -> ::protobuf::View<'msg, Telemetry> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for TelemetryView<'msg> {
    fn into_view<'shorter>(self) -> TelemetryView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<Telemetry> for TelemetryView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Telemetry {
        let mut dst = Telemetry::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<Telemetry> for TelemetryMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Telemetry {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for Telemetry {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for TelemetryView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for TelemetryMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct TelemetryMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Telemetry>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for TelemetryMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for TelemetryMut<'msg> {
    type Message = Telemetry;
}

impl ::std::fmt::Debug for TelemetryMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, Telemetry>> for TelemetryMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Telemetry>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> TelemetryMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, Telemetry> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> Telemetry {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // device: optional string
    pub fn has_device(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_device(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn device_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_device().then(|| self.device())
    }
    pub fn device(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_device(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // state: optional enum wirecost.State
    pub fn has_state(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_state(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn state_opt(&self) -> ::std::option::Option<super::messages_proto::State> {
        self.has_state().then(|| self.state())
    }
    pub fn state(&self) -> super::messages_proto::State {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(1, (super::messages_proto::State::Idle).into()).try_into().unwrap()
        }
    }
    pub fn set_state(&mut self, val: super::messages_proto::State) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i32_at_index(1, val.into())
        }
    }

    // online: optional bool
    pub fn has_online(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_online(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn online_opt(&self) -> ::std::option::Option<bool> {
        self.has_online().then(|| self.online())
    }
    pub fn online(&self) -> bool {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_bool_at_index(2, (false).into()).try_into().unwrap()
        }
    }
    pub fn set_online(&mut self, val: bool) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_bool_at_index(2, val.into())
        }
    }

    // offset: optional sint32
    pub fn has_offset(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_offset(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn offset_opt(&self) -> ::std::option::Option<i32> {
        self.has_offset().then(|| self.offset())
    }
    pub fn offset(&self) -> i32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(3, (0i32).into()).try_into().unwrap()
        }
    }
    pub fn set_offset(&mut self, val: i32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i32_at_index(3, val.into())
        }
    }

    // level: optional sint32
    pub fn has_level(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn clear_level(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(4);
        }
    }
    pub fn level_opt(&self) -> ::std::option::Option<i32> {
        self.has_level().then(|| self.level())
    }
    pub fn level(&self) -> i32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(4, (0i32).into()).try_into().unwrap()
        }
    }
    pub fn set_level(&mut self, val: i32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i32_at_index(4, val.into())
        }
    }

    // drift: optional sint32
    pub fn has_drift(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn clear_drift(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(5);
        }
    }
    pub fn drift_opt(&self) -> ::std::option::Option<i32> {
        self.has_drift().then(|| self.drift())
    }
    pub fn drift(&self) -> i32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(5, (0i32).into()).try_into().unwrap()
        }
    }
    pub fn set_drift(&mut self, val: i32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i32_at_index(5, val.into())
        }
    }

    // time_ns: optional int64
    pub fn has_time_ns(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(6) }
    }
    pub fn clear_time_ns(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(6);
        }
    }
    pub fn time_ns_opt(&self) -> ::std::option::Option<i64> {
        self.has_time_ns().then(|| self.time_ns())
    }
    pub fn time_ns(&self) -> i64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i64_at_index(6, (0i64).into()).try_into().unwrap()
        }
    }
    pub fn set_time_ns(&mut self, val: i64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i64_at_index(6, val.into())
        }
    }

    // flags: optional uint32
    pub fn has_flags(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(7) }
    }
    pub fn clear_flags(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(7);
        }
    }
    pub fn flags_opt(&self) -> ::std::option::Option<u32> {
        self.has_flags().then(|| self.flags())
    }
    pub fn flags(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(7, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_flags(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(7, val.into())
        }
    }

    // port: optional uint32
    pub fn has_port(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(8) }
    }
    pub fn clear_port(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(8);
        }
    }
    pub fn port_opt(&self) -> ::std::option::Option<u32> {
        self.has_port().then(|| self.port())
    }
    pub fn port(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(8, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_port(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(8, val.into())
        }
    }

    // count: optional uint32
    pub fn has_count(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(9) }
    }
    pub fn clear_count(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(9);
        }
    }
    pub fn count_opt(&self) -> ::std::option::Option<u32> {
        self.has_count().then(|| self.count())
    }
    pub fn count(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(9, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_count(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(9, val.into())
        }
    }

    // sequence: optional uint64
    pub fn has_sequence(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(10) }
    }
    pub fn clear_sequence(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(10);
        }
    }
    pub fn sequence_opt(&self) -> ::std::option::Option<u64> {
        self.has_sequence().then(|| self.sequence())
    }
    pub fn sequence(&self) -> u64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u64_at_index(10, (0u64).into()).try_into().unwrap()
        }
    }
    pub fn set_sequence(&mut self, val: u64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u64_at_index(10, val.into())
        }
    }

    // temperature: optional float
    pub fn has_temperature(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(11) }
    }
    pub fn clear_temperature(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(11);
        }
    }
    pub fn temperature_opt(&self) -> ::std::option::Option<f32> {
        self.has_temperature().then(|| self.temperature())
    }
    pub fn temperature(&self) -> f32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f32_at_index(11, (0f32).into()).try_into().unwrap()
        }
    }
    pub fn set_temperature(&mut self, val: f32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f32_at_index(11, val.into())
        }
    }

    // pressure: optional double
    pub fn has_pressure(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(12) }
    }
    pub fn clear_pressure(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(12);
        }
    }
    pub fn pressure_opt(&self) -> ::std::option::Option<f64> {
        self.has_pressure().then(|| self.pressure())
    }
    pub fn pressure(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(12, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_pressure(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(12, val.into())
        }
    }

    // note: optional string
    pub fn has_note(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(13) }
    }
    pub fn clear_note(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(13);
        }
    }
    pub fn note_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_note().then(|| self.note())
    }
    pub fn note(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(13, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_note(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 13, val);
        }
    }

    // retries: optional uint32
    pub fn has_retries(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(14) }
    }
    pub fn clear_retries(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(14);
        }
    }
    pub fn retries_opt(&self) -> ::std::option::Option<u32> {
        self.has_retries().then(|| self.retries())
    }
    pub fn retries(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(14, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_retries(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(14, val.into())
        }
    }

    // calibration: optional double
    pub fn has_calibration(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(15) }
    }
    pub fn clear_calibration(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(15);
        }
    }
    pub fn calibration_opt(&self) -> ::std::option::Option<f64> {
        self.has_calibration().then(|| self.calibration())
    }
    pub fn calibration(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(15, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_calibration(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(15, val.into())
        }
    }

    // payload: optional bytes
    pub fn has_payload(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(16) }
    }
    pub fn clear_payload(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(16);
        }
    }
    pub fn payload_opt(&self) -> ::std::option::Option<&'_ [u8]> {
        self.has_payload().then(|| self.payload())
    }
    pub fn payload(&self) -> ::protobuf::View<'_, ::protobuf::ProtoBytes> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(16, (b"").into()) };
        unsafe { str_view.as_ref() }
    }
    pub fn set_payload(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoBytes>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_bytes_field(::protobuf::AsMut::as_mut(self).inner, 16, val);
        }
    }

    // position: optional message wirecost.Position
    pub fn has_position(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(17) }
    }
    pub fn clear_position(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(17);
        }
    }
    pub fn position_opt(&self) -> ::std::option::Option<super::messages_proto::PositionView<'_>> {
        self.has_position().then(|| self.position())
    }
    pub fn position(&self) -> super::messages_proto::PositionView<'_> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(17) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::PositionView::default())
    }
    pub fn position_mut(&mut self) -> super::messages_proto::PositionMut<'_> {
        let ptr =
            unsafe { self.inner.ptr_mut().get_or_create_mutable_message_at_index(17, self.inner.arena()).unwrap() };
        ::protobuf::__internal::runtime::MessageMutInner::from_parent(
            self.as_message_mut_inner(::protobuf::__internal::Private),
            ptr,
        )
        .into()
    }
    pub fn set_position(&mut self, val: impl ::protobuf::IntoProxied<super::messages_proto::Position>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_sub_message(::protobuf::AsMut::as_mut(self).inner, 17, val);
        }
    }

    // readings: repeated message wirecost.Reading
    pub fn readings(&self) -> ::protobuf::RepeatedView<'_, super::messages_proto::Reading> {
        unsafe { self.inner.ptr().get_array_at_index(18) }
            .map_or_else(::protobuf::__internal::runtime::empty_array::<super::messages_proto::Reading>, |raw| unsafe {
                ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw)
            })
    }
    pub fn readings_mut(&mut self) -> ::protobuf::RepeatedMut<'_, super::messages_proto::Reading> {
        unsafe {
            let raw_array = self
                .inner
                .ptr_mut()
                .get_or_create_mutable_array_at_index(18, self.inner.arena())
                .expect("alloc should not fail");
            ::protobuf::RepeatedMut::from_inner(
                ::protobuf::__internal::Private,
                ::protobuf::__internal::runtime::InnerRepeatedMut::new(raw_array, self.inner.arena()),
            )
        }
    }
    pub fn set_readings(
        &mut self,
        src: impl ::protobuf::IntoProxied<::protobuf::Repeated<super::messages_proto::Reading>>,
    ) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_repeated_field(::protobuf::AsMut::as_mut(self).inner, 18, src);
        }
    }

    // counters: repeated message wirecost.Telemetry.CountersEntry
    pub fn counters(&self) -> ::protobuf::MapView<'_, ::protobuf::ProtoString, i64> {
        unsafe {
            <Self as ::protobuf::__internal::runtime::UpbGetMessagePtr>::get_ptr(&self, ::protobuf::__internal::Private)
                .get_map_at_index(19)
                .map_or_else(::protobuf::__internal::runtime::empty_map::<::protobuf::ProtoString, i64>, |raw| {
                    ::protobuf::MapView::from_raw(::protobuf::__internal::Private, raw)
                })
        }
    }
    pub fn counters_mut(&mut self) -> ::protobuf::MapMut<'_, ::protobuf::ProtoString, i64> {
        unsafe {
            let raw_map = <Self as ::protobuf::__internal::runtime::UpbGetMessagePtrMut>::get_ptr_mut(
                self,
                ::protobuf::__internal::Private,
            )
            .get_or_create_mutable_map_at_index(19, self.inner.arena())
            .unwrap();
            let inner = ::protobuf::__internal::runtime::InnerMapMut::new(raw_map, self.inner.arena());
            ::protobuf::MapMut::from_inner(::protobuf::__internal::Private, inner)
        }
    }
    pub fn set_counters(&mut self, src: impl ::protobuf::IntoProxied<::protobuf::Map<::protobuf::ProtoString, i64>>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_map_field(::protobuf::AsMut::as_mut(self).inner, 19, src);
        }
    }
}

// SAFETY:
// - `TelemetryMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for TelemetryMut<'_> {}

// SAFETY:
// - `TelemetryMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for TelemetryMut<'_> {}

impl<'msg> ::protobuf::AsView for TelemetryMut<'msg> {
    type Proxied = Telemetry;
    fn as_view(&self) -> ::protobuf::View<'_, Telemetry> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for TelemetryMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, Telemetry>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for TelemetryMut<'msg> {
    type MutProxied = Telemetry;
    fn as_mut(&mut self) -> TelemetryMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for TelemetryMut<'msg> {
    fn into_mut<'shorter>(self) -> TelemetryMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl Telemetry {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, Telemetry> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> TelemetryView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> TelemetryMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // device: optional string
    pub fn has_device(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_device(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn device_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_device().then(|| self.device())
    }
    pub fn device(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_device(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // state: optional enum wirecost.State
    pub fn has_state(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_state(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn state_opt(&self) -> ::std::option::Option<super::messages_proto::State> {
        self.has_state().then(|| self.state())
    }
    pub fn state(&self) -> super::messages_proto::State {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(1, (super::messages_proto::State::Idle).into()).try_into().unwrap()
        }
    }
    pub fn set_state(&mut self, val: super::messages_proto::State) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i32_at_index(1, val.into())
        }
    }

    // online: optional bool
    pub fn has_online(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_online(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn online_opt(&self) -> ::std::option::Option<bool> {
        self.has_online().then(|| self.online())
    }
    pub fn online(&self) -> bool {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_bool_at_index(2, (false).into()).try_into().unwrap()
        }
    }
    pub fn set_online(&mut self, val: bool) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_bool_at_index(2, val.into())
        }
    }

    // offset: optional sint32
    pub fn has_offset(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_offset(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn offset_opt(&self) -> ::std::option::Option<i32> {
        self.has_offset().then(|| self.offset())
    }
    pub fn offset(&self) -> i32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(3, (0i32).into()).try_into().unwrap()
        }
    }
    pub fn set_offset(&mut self, val: i32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i32_at_index(3, val.into())
        }
    }

    // level: optional sint32
    pub fn has_level(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn clear_level(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(4);
        }
    }
    pub fn level_opt(&self) -> ::std::option::Option<i32> {
        self.has_level().then(|| self.level())
    }
    pub fn level(&self) -> i32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(4, (0i32).into()).try_into().unwrap()
        }
    }
    pub fn set_level(&mut self, val: i32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i32_at_index(4, val.into())
        }
    }

    // drift: optional sint32
    pub fn has_drift(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn clear_drift(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(5);
        }
    }
    pub fn drift_opt(&self) -> ::std::option::Option<i32> {
        self.has_drift().then(|| self.drift())
    }
    pub fn drift(&self) -> i32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(5, (0i32).into()).try_into().unwrap()
        }
    }
    pub fn set_drift(&mut self, val: i32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i32_at_index(5, val.into())
        }
    }

    // time_ns: optional int64
    pub fn has_time_ns(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(6) }
    }
    pub fn clear_time_ns(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(6);
        }
    }
    pub fn time_ns_opt(&self) -> ::std::option::Option<i64> {
        self.has_time_ns().then(|| self.time_ns())
    }
    pub fn time_ns(&self) -> i64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i64_at_index(6, (0i64).into()).try_into().unwrap()
        }
    }
    pub fn set_time_ns(&mut self, val: i64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i64_at_index(6, val.into())
        }
    }

    // flags: optional uint32
    pub fn has_flags(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(7) }
    }
    pub fn clear_flags(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(7);
        }
    }
    pub fn flags_opt(&self) -> ::std::option::Option<u32> {
        self.has_flags().then(|| self.flags())
    }
    pub fn flags(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(7, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_flags(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(7, val.into())
        }
    }

    // port: optional uint32
    pub fn has_port(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(8) }
    }
    pub fn clear_port(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(8);
        }
    }
    pub fn port_opt(&self) -> ::std::option::Option<u32> {
        self.has_port().then(|| self.port())
    }
    pub fn port(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(8, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_port(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(8, val.into())
        }
    }

    // count: optional uint32
    pub fn has_count(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(9) }
    }
    pub fn clear_count(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(9);
        }
    }
    pub fn count_opt(&self) -> ::std::option::Option<u32> {
        self.has_count().then(|| self.count())
    }
    pub fn count(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(9, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_count(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(9, val.into())
        }
    }

    // sequence: optional uint64
    pub fn has_sequence(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(10) }
    }
    pub fn clear_sequence(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(10);
        }
    }
    pub fn sequence_opt(&self) -> ::std::option::Option<u64> {
        self.has_sequence().then(|| self.sequence())
    }
    pub fn sequence(&self) -> u64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u64_at_index(10, (0u64).into()).try_into().unwrap()
        }
    }
    pub fn set_sequence(&mut self, val: u64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u64_at_index(10, val.into())
        }
    }

    // temperature: optional float
    pub fn has_temperature(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(11) }
    }
    pub fn clear_temperature(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(11);
        }
    }
    pub fn temperature_opt(&self) -> ::std::option::Option<f32> {
        self.has_temperature().then(|| self.temperature())
    }
    pub fn temperature(&self) -> f32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f32_at_index(11, (0f32).into()).try_into().unwrap()
        }
    }
    pub fn set_temperature(&mut self, val: f32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f32_at_index(11, val.into())
        }
    }

    // pressure: optional double
    pub fn has_pressure(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(12) }
    }
    pub fn clear_pressure(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(12);
        }
    }
    pub fn pressure_opt(&self) -> ::std::option::Option<f64> {
        self.has_pressure().then(|| self.pressure())
    }
    pub fn pressure(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(12, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_pressure(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(12, val.into())
        }
    }

    // note: optional string
    pub fn has_note(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(13) }
    }
    pub fn clear_note(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(13);
        }
    }
    pub fn note_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_note().then(|| self.note())
    }
    pub fn note(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(13, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_note(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 13, val);
        }
    }

    // retries: optional uint32
    pub fn has_retries(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(14) }
    }
    pub fn clear_retries(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(14);
        }
    }
    pub fn retries_opt(&self) -> ::std::option::Option<u32> {
        self.has_retries().then(|| self.retries())
    }
    pub fn retries(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(14, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_retries(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(14, val.into())
        }
    }

    // calibration: optional double
    pub fn has_calibration(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(15) }
    }
    pub fn clear_calibration(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(15);
        }
    }
    pub fn calibration_opt(&self) -> ::std::option::Option<f64> {
        self.has_calibration().then(|| self.calibration())
    }
    pub fn calibration(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(15, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_calibration(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(15, val.into())
        }
    }

    // payload: optional bytes
    pub fn has_payload(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(16) }
    }
    pub fn clear_payload(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(16);
        }
    }
    pub fn payload_opt(&self) -> ::std::option::Option<&'_ [u8]> {
        self.has_payload().then(|| self.payload())
    }
    pub fn payload(&self) -> ::protobuf::View<'_, ::protobuf::ProtoBytes> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(16, (b"").into()) };
        unsafe { str_view.as_ref() }
    }
    pub fn set_payload(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoBytes>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_bytes_field(::protobuf::AsMut::as_mut(self).inner, 16, val);
        }
    }

    // position: optional message wirecost.Position
    pub fn has_position(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(17) }
    }
    pub fn clear_position(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(17);
        }
    }
    pub fn position_opt(&self) -> ::std::option::Option<super::messages_proto::PositionView<'_>> {
        self.has_position().then(|| self.position())
    }
    pub fn position(&self) -> super::messages_proto::PositionView<'_> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(17) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::PositionView::default())
    }
    pub fn position_mut(&mut self) -> super::messages_proto::PositionMut<'_> {
        let ptr =
            unsafe { self.inner.ptr_mut().get_or_create_mutable_message_at_index(17, self.inner.arena()).unwrap() };
        ::protobuf::__internal::runtime::MessageMutInner::from_parent(
            self.as_message_mut_inner(::protobuf::__internal::Private),
            ptr,
        )
        .into()
    }
    pub fn set_position(&mut self, val: impl ::protobuf::IntoProxied<super::messages_proto::Position>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_sub_message(::protobuf::AsMut::as_mut(self).inner, 17, val);
        }
    }

    // readings: repeated message wirecost.Reading
    pub fn readings(&self) -> ::protobuf::RepeatedView<'_, super::messages_proto::Reading> {
        unsafe { self.inner.ptr().get_array_at_index(18) }
            .map_or_else(::protobuf::__internal::runtime::empty_array::<super::messages_proto::Reading>, |raw| unsafe {
                ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw)
            })
    }
    pub fn readings_mut(&mut self) -> ::protobuf::RepeatedMut<'_, super::messages_proto::Reading> {
        unsafe {
            let raw_array = self
                .inner
                .ptr_mut()
                .get_or_create_mutable_array_at_index(18, self.inner.arena())
                .expect("alloc should not fail");
            ::protobuf::RepeatedMut::from_inner(
                ::protobuf::__internal::Private,
                ::protobuf::__internal::runtime::InnerRepeatedMut::new(raw_array, self.inner.arena()),
            )
        }
    }
    pub fn set_readings(
        &mut self,
        src: impl ::protobuf::IntoProxied<::protobuf::Repeated<super::messages_proto::Reading>>,
    ) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_repeated_field(::protobuf::AsMut::as_mut(self).inner, 18, src);
        }
    }

    // counters: repeated message wirecost.Telemetry.CountersEntry
    pub fn counters(&self) -> ::protobuf::MapView<'_, ::protobuf::ProtoString, i64> {
        unsafe {
            <Self as ::protobuf::__internal::runtime::UpbGetMessagePtr>::get_ptr(&self, ::protobuf::__internal::Private)
                .get_map_at_index(19)
                .map_or_else(::protobuf::__internal::runtime::empty_map::<::protobuf::ProtoString, i64>, |raw| {
                    ::protobuf::MapView::from_raw(::protobuf::__internal::Private, raw)
                })
        }
    }
    pub fn counters_mut(&mut self) -> ::protobuf::MapMut<'_, ::protobuf::ProtoString, i64> {
        unsafe {
            let raw_map = <Self as ::protobuf::__internal::runtime::UpbGetMessagePtrMut>::get_ptr_mut(
                self,
                ::protobuf::__internal::Private,
            )
            .get_or_create_mutable_map_at_index(19, self.inner.arena())
            .unwrap();
            let inner = ::protobuf::__internal::runtime::InnerMapMut::new(raw_map, self.inner.arena());
            ::protobuf::MapMut::from_inner(::protobuf::__internal::Private, inner)
        }
    }
    pub fn set_counters(&mut self, src: impl ::protobuf::IntoProxied<::protobuf::Map<::protobuf::ProtoString, i64>>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_map_field(::protobuf::AsMut::as_mut(self).inner, 19, src);
        }
    }
} // impl Telemetry

impl ::std::ops::Drop for Telemetry {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for Telemetry {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for Telemetry {
    type Proxied = Self;
    fn as_view(&self) -> TelemetryView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for Telemetry {
    type MutProxied = Self;
    fn as_mut(&mut self) -> TelemetryMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for Telemetry {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK.get_or_init(|| {
        super::messages_proto::wirecost__Telemetry_msg_init.0 =
            ::protobuf::__internal::runtime::build_mini_table("$1V.N/N*N*N*N+N)N)N)N,N!N N1T) 0N3NGG");
        ::protobuf::__internal::runtime::link_mini_table(
            super::messages_proto::wirecost__Telemetry_msg_init.0, &[<super::messages_proto::Position as ::protobuf::__internal::runtime::AssociatedMiniTable>::mini_table(),
            <super::messages_proto::Reading as ::protobuf::__internal::runtime::AssociatedMiniTable>::mini_table(),
            <super::messages_proto::telemetry::CountersEntry as ::protobuf::__internal::runtime::AssociatedMiniTable>::mini_table(),
            ], &[]);
        ::protobuf::__internal::runtime::MiniTableInitPtr(super::messages_proto::wirecost__Telemetry_msg_init.0)
      }).0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for Telemetry {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for Telemetry {
    type Msg = Telemetry;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Telemetry> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for Telemetry {
    type Msg = Telemetry;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Telemetry> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for TelemetryMut<'_> {
    type Msg = Telemetry;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Telemetry> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for TelemetryMut<'_> {
    type Msg = Telemetry;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Telemetry> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for TelemetryView<'_> {
    type Msg = Telemetry;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Telemetry> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for TelemetryMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

pub mod telemetry {
    // This variable must not be referenced except by protobuf generated
    // code.
    pub(crate) static mut wirecost__Telemetry__CountersEntry_msg_init:
        ::protobuf::__internal::runtime::MiniTableInitPtr =
        ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
    #[allow(dead_code)]
    pub(super) struct CountersEntry;

    unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for CountersEntry {
        fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
            static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
                ::std::sync::OnceLock::new();
            unsafe {
                ONCE_LOCK
                    .get_or_init(|| {
                        super::super::messages_proto::telemetry::wirecost__Telemetry__CountersEntry_msg_init.0 =
                            ::protobuf::__internal::runtime::build_mini_table("%1T-");
                        ::protobuf::__internal::runtime::link_mini_table(
                            super::super::messages_proto::telemetry::wirecost__Telemetry__CountersEntry_msg_init.0,
                            &[],
                            &[],
                        );
                        ::protobuf::__internal::runtime::MiniTableInitPtr(
                            super::super::messages_proto::telemetry::wirecost__Telemetry__CountersEntry_msg_init.0,
                        )
                    })
                    .0
            }
        }
    }
} // pub mod telemetry

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__Position_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct Position {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<Position>,
}

impl ::protobuf::Message for Position {
    type MessageView<'msg> = PositionView<'msg>;
    type MessageMut<'msg> = PositionMut<'msg>;
}

impl ::std::default::Default for Position {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for Position {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `Position` is `Sync` because it does not implement interior mutability.
//    Neither does `PositionMut`.
unsafe impl ::std::marker::Sync for Position {}

// SAFETY:
// - `Position` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for Position {}

impl ::protobuf::Proxied for Position {
    type View<'msg> = PositionView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for Position {}

impl ::protobuf::MutProxied for Position {
    type Mut<'msg> = PositionMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct PositionView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Position>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for PositionView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for PositionView<'msg> {
    type Message = Position;
}

impl ::std::fmt::Debug for PositionView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for PositionView<'_> {
    fn default() -> PositionView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, Position>> for PositionView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Position>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> PositionView<'msg> {
    pub fn to_owned(&self) -> Position {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // latitude: optional double
    pub fn has_latitude(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn latitude_opt(self) -> ::std::option::Option<f64> {
        self.has_latitude().then(|| self.latitude())
    }
    pub fn latitude(self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(0, (0f64).into()).try_into().unwrap()
        }
    }

    // longitude: optional double
    pub fn has_longitude(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn longitude_opt(self) -> ::std::option::Option<f64> {
        self.has_longitude().then(|| self.longitude())
    }
    pub fn longitude(self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(1, (0f64).into()).try_into().unwrap()
        }
    }

    // altitude: optional float
    pub fn has_altitude(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn altitude_opt(self) -> ::std::option::Option<f32> {
        self.has_altitude().then(|| self.altitude())
    }
    pub fn altitude(self) -> f32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f32_at_index(2, (0f32).into()).try_into().unwrap()
        }
    }
}

// SAFETY:
// - `PositionView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for PositionView<'_> {}

// SAFETY:
// - `PositionView` is `Send` because while its alive a `PositionMut` cannot.
// - `PositionView` does not use thread-local data.
unsafe impl ::std::marker::Send for PositionView<'_> {}

impl<'msg> ::protobuf::AsView for PositionView<'msg> {
    type Proxied = Position;
    fn as_view(&self) -> ::protobuf::View<'msg, Position> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for PositionView<'msg> {
    fn into_view<'shorter>(self) -> PositionView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<Position> for PositionView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Position {
        let mut dst = Position::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<Position> for PositionMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Position {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for Position {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for PositionView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for PositionMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct PositionMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Position>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for PositionMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for PositionMut<'msg> {
    type Message = Position;
}

impl ::std::fmt::Debug for PositionMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, Position>> for PositionMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Position>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> PositionMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, Position> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> Position {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // latitude: optional double
    pub fn has_latitude(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_latitude(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn latitude_opt(&self) -> ::std::option::Option<f64> {
        self.has_latitude().then(|| self.latitude())
    }
    pub fn latitude(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(0, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_latitude(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(0, val.into())
        }
    }

    // longitude: optional double
    pub fn has_longitude(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_longitude(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn longitude_opt(&self) -> ::std::option::Option<f64> {
        self.has_longitude().then(|| self.longitude())
    }
    pub fn longitude(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(1, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_longitude(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(1, val.into())
        }
    }

    // altitude: optional float
    pub fn has_altitude(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_altitude(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn altitude_opt(&self) -> ::std::option::Option<f32> {
        self.has_altitude().then(|| self.altitude())
    }
    pub fn altitude(&self) -> f32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f32_at_index(2, (0f32).into()).try_into().unwrap()
        }
    }
    pub fn set_altitude(&mut self, val: f32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f32_at_index(2, val.into())
        }
    }
}

// SAFETY:
// - `PositionMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for PositionMut<'_> {}

// SAFETY:
// - `PositionMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for PositionMut<'_> {}

impl<'msg> ::protobuf::AsView for PositionMut<'msg> {
    type Proxied = Position;
    fn as_view(&self) -> ::protobuf::View<'_, Position> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for PositionMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, Position>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for PositionMut<'msg> {
    type MutProxied = Position;
    fn as_mut(&mut self) -> PositionMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for PositionMut<'msg> {
    fn into_mut<'shorter>(self) -> PositionMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl Position {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, Position> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> PositionView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> PositionMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // latitude: optional double
    pub fn has_latitude(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_latitude(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn latitude_opt(&self) -> ::std::option::Option<f64> {
        self.has_latitude().then(|| self.latitude())
    }
    pub fn latitude(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(0, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_latitude(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(0, val.into())
        }
    }

    // longitude: optional double
    pub fn has_longitude(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_longitude(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn longitude_opt(&self) -> ::std::option::Option<f64> {
        self.has_longitude().then(|| self.longitude())
    }
    pub fn longitude(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(1, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_longitude(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(1, val.into())
        }
    }

    // altitude: optional float
    pub fn has_altitude(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_altitude(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn altitude_opt(&self) -> ::std::option::Option<f32> {
        self.has_altitude().then(|| self.altitude())
    }
    pub fn altitude(&self) -> f32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f32_at_index(2, (0f32).into()).try_into().unwrap()
        }
    }
    pub fn set_altitude(&mut self, val: f32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f32_at_index(2, val.into())
        }
    }
} // impl Position

impl ::std::ops::Drop for Position {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for Position {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for Position {
    type Proxied = Self;
    fn as_view(&self) -> PositionView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for Position {
    type MutProxied = Self;
    fn as_mut(&mut self) -> PositionMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for Position {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK
                .get_or_init(|| {
                    super::messages_proto::wirecost__Position_msg_init.0 =
                        ::protobuf::__internal::runtime::build_mini_table("$ N N!");
                    ::protobuf::__internal::runtime::link_mini_table(
                        super::messages_proto::wirecost__Position_msg_init.0,
                        &[],
                        &[],
                    );
                    ::protobuf::__internal::runtime::MiniTableInitPtr(
                        super::messages_proto::wirecost__Position_msg_init.0,
                    )
                })
                .0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for Position {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for Position {
    type Msg = Position;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Position> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for Position {
    type Msg = Position;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Position> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for PositionMut<'_> {
    type Msg = Position;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Position> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for PositionMut<'_> {
    type Msg = Position;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Position> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for PositionView<'_> {
    type Msg = Position;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Position> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for PositionMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__Reading_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct Reading {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<Reading>,
}

impl ::protobuf::Message for Reading {
    type MessageView<'msg> = ReadingView<'msg>;
    type MessageMut<'msg> = ReadingMut<'msg>;
}

impl ::std::default::Default for Reading {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for Reading {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `Reading` is `Sync` because it does not implement interior mutability.
//    Neither does `ReadingMut`.
unsafe impl ::std::marker::Sync for Reading {}

// SAFETY:
// - `Reading` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for Reading {}

impl ::protobuf::Proxied for Reading {
    type View<'msg> = ReadingView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for Reading {}

impl ::protobuf::MutProxied for Reading {
    type Mut<'msg> = ReadingMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct ReadingView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Reading>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for ReadingView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for ReadingView<'msg> {
    type Message = Reading;
}

impl ::std::fmt::Debug for ReadingView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for ReadingView<'_> {
    fn default() -> ReadingView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, Reading>> for ReadingView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Reading>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> ReadingView<'msg> {
    pub fn to_owned(&self) -> Reading {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // channel: optional uint32
    pub fn has_channel(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn channel_opt(self) -> ::std::option::Option<u32> {
        self.has_channel().then(|| self.channel())
    }
    pub fn channel(self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(0, (0u32).into()).try_into().unwrap()
        }
    }

    // value: optional double
    pub fn has_value(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn value_opt(self) -> ::std::option::Option<f64> {
        self.has_value().then(|| self.value())
    }
    pub fn value(self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(1, (0f64).into()).try_into().unwrap()
        }
    }

    // quality: optional enum wirecost.Quality
    pub fn has_quality(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn quality_opt(self) -> ::std::option::Option<super::messages_proto::Quality> {
        self.has_quality().then(|| self.quality())
    }
    pub fn quality(self) -> super::messages_proto::Quality {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(2, (super::messages_proto::Quality::Good).into()).try_into().unwrap()
        }
    }
}

// SAFETY:
// - `ReadingView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for ReadingView<'_> {}

// SAFETY:
// - `ReadingView` is `Send` because while its alive a `ReadingMut` cannot.
// - `ReadingView` does not use thread-local data.
unsafe impl ::std::marker::Send for ReadingView<'_> {}

impl<'msg> ::protobuf::AsView for ReadingView<'msg> {
    type Proxied = Reading;
    fn as_view(&self) -> ::protobuf::View<'msg, Reading> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for ReadingView<'msg> {
    fn into_view<'shorter>(self) -> ReadingView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<Reading> for ReadingView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Reading {
        let mut dst = Reading::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<Reading> for ReadingMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Reading {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for Reading {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for ReadingView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for ReadingMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct ReadingMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Reading>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for ReadingMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for ReadingMut<'msg> {
    type Message = Reading;
}

impl ::std::fmt::Debug for ReadingMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, Reading>> for ReadingMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Reading>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> ReadingMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, Reading> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> Reading {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // channel: optional uint32
    pub fn has_channel(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_channel(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn channel_opt(&self) -> ::std::option::Option<u32> {
        self.has_channel().then(|| self.channel())
    }
    pub fn channel(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(0, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_channel(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(0, val.into())
        }
    }

    // value: optional double
    pub fn has_value(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_value(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn value_opt(&self) -> ::std::option::Option<f64> {
        self.has_value().then(|| self.value())
    }
    pub fn value(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(1, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_value(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(1, val.into())
        }
    }

    // quality: optional enum wirecost.Quality
    pub fn has_quality(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_quality(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn quality_opt(&self) -> ::std::option::Option<super::messages_proto::Quality> {
        self.has_quality().then(|| self.quality())
    }
    pub fn quality(&self) -> super::messages_proto::Quality {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(2, (super::messages_proto::Quality::Good).into()).try_into().unwrap()
        }
    }
    pub fn set_quality(&mut self, val: super::messages_proto::Quality) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i32_at_index(2, val.into())
        }
    }
}

// SAFETY:
// - `ReadingMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for ReadingMut<'_> {}

// SAFETY:
// - `ReadingMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for ReadingMut<'_> {}

impl<'msg> ::protobuf::AsView for ReadingMut<'msg> {
    type Proxied = Reading;
    fn as_view(&self) -> ::protobuf::View<'_, Reading> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for ReadingMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, Reading>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for ReadingMut<'msg> {
    type MutProxied = Reading;
    fn as_mut(&mut self) -> ReadingMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for ReadingMut<'msg> {
    fn into_mut<'shorter>(self) -> ReadingMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl Reading {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, Reading> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> ReadingView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> ReadingMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // channel: optional uint32
    pub fn has_channel(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_channel(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn channel_opt(&self) -> ::std::option::Option<u32> {
        self.has_channel().then(|| self.channel())
    }
    pub fn channel(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(0, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_channel(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(0, val.into())
        }
    }

    // value: optional double
    pub fn has_value(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_value(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn value_opt(&self) -> ::std::option::Option<f64> {
        self.has_value().then(|| self.value())
    }
    pub fn value(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(1, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_value(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(1, val.into())
        }
    }

    // quality: optional enum wirecost.Quality
    pub fn has_quality(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_quality(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn quality_opt(&self) -> ::std::option::Option<super::messages_proto::Quality> {
        self.has_quality().then(|| self.quality())
    }
    pub fn quality(&self) -> super::messages_proto::Quality {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_i32_at_index(2, (super::messages_proto::Quality::Good).into()).try_into().unwrap()
        }
    }
    pub fn set_quality(&mut self, val: super::messages_proto::Quality) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_i32_at_index(2, val.into())
        }
    }
} // impl Reading

impl ::std::ops::Drop for Reading {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for Reading {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for Reading {
    type Proxied = Self;
    fn as_view(&self) -> ReadingView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for Reading {
    type MutProxied = Self;
    fn as_mut(&mut self) -> ReadingMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for Reading {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK
                .get_or_init(|| {
                    super::messages_proto::wirecost__Reading_msg_init.0 =
                        ::protobuf::__internal::runtime::build_mini_table("$)N N.N");
                    ::protobuf::__internal::runtime::link_mini_table(
                        super::messages_proto::wirecost__Reading_msg_init.0,
                        &[],
                        &[],
                    );
                    ::protobuf::__internal::runtime::MiniTableInitPtr(
                        super::messages_proto::wirecost__Reading_msg_init.0,
                    )
                })
                .0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for Reading {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for Reading {
    type Msg = Reading;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Reading> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for Reading {
    type Msg = Reading;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Reading> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for ReadingMut<'_> {
    type Msg = Reading;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Reading> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for ReadingMut<'_> {
    type Msg = Reading;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Reading> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for ReadingView<'_> {
    type Msg = Reading;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Reading> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for ReadingMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__Invoice_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct Invoice {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<Invoice>,
}

impl ::protobuf::Message for Invoice {
    type MessageView<'msg> = InvoiceView<'msg>;
    type MessageMut<'msg> = InvoiceMut<'msg>;
}

impl ::std::default::Default for Invoice {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for Invoice {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `Invoice` is `Sync` because it does not implement interior mutability.
//    Neither does `InvoiceMut`.
unsafe impl ::std::marker::Sync for Invoice {}

// SAFETY:
// - `Invoice` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for Invoice {}

impl ::protobuf::Proxied for Invoice {
    type View<'msg> = InvoiceView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for Invoice {}

impl ::protobuf::MutProxied for Invoice {
    type Mut<'msg> = InvoiceMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct InvoiceView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Invoice>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for InvoiceView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for InvoiceView<'msg> {
    type Message = Invoice;
}

impl ::std::fmt::Debug for InvoiceView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for InvoiceView<'_> {
    fn default() -> InvoiceView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, Invoice>> for InvoiceView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Invoice>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> InvoiceView<'msg> {
    pub fn to_owned(&self) -> Invoice {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // id: optional string
    pub fn has_id(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn id_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_id().then(|| self.id())
    }
    pub fn id(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // issue_date: optional string
    pub fn has_issue_date(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn issue_date_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_issue_date().then(|| self.issue_date())
    }
    pub fn issue_date(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // due_date: optional string
    pub fn has_due_date(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn due_date_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_due_date().then(|| self.due_date())
    }
    pub fn due_date(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // type_code: optional uint32
    pub fn has_type_code(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn type_code_opt(self) -> ::std::option::Option<u32> {
        self.has_type_code().then(|| self.type_code())
    }
    pub fn type_code(self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(3, (0u32).into()).try_into().unwrap()
        }
    }

    // currency: optional string
    pub fn has_currency(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn currency_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_currency().then(|| self.currency())
    }
    pub fn currency(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(4, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // note: optional string
    pub fn has_note(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn note_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_note().then(|| self.note())
    }
    pub fn note(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(5, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // order_reference: optional string
    pub fn has_order_reference(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(6) }
    }
    pub fn order_reference_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_order_reference().then(|| self.order_reference())
    }
    pub fn order_reference(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(6, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // supplier: optional message wirecost.Party
    pub fn has_supplier(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(7) }
    }
    pub fn supplier_opt(self) -> ::std::option::Option<super::messages_proto::PartyView<'msg>> {
        self.has_supplier().then(|| self.supplier())
    }
    pub fn supplier(self) -> super::messages_proto::PartyView<'msg> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(7) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::PartyView::default())
    }

    // customer: optional message wirecost.Party
    pub fn has_customer(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(8) }
    }
    pub fn customer_opt(self) -> ::std::option::Option<super::messages_proto::PartyView<'msg>> {
        self.has_customer().then(|| self.customer())
    }
    pub fn customer(self) -> super::messages_proto::PartyView<'msg> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(8) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::PartyView::default())
    }

    // payment: optional message wirecost.Payment
    pub fn has_payment(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(9) }
    }
    pub fn payment_opt(self) -> ::std::option::Option<super::messages_proto::PaymentView<'msg>> {
        self.has_payment().then(|| self.payment())
    }
    pub fn payment(self) -> super::messages_proto::PaymentView<'msg> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(9) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::PaymentView::default())
    }

    // lines: repeated message wirecost.InvoiceLine
    pub fn lines(self) -> ::protobuf::RepeatedView<'msg, super::messages_proto::InvoiceLine> {
        unsafe { self.inner.ptr().get_array_at_index(10) }.map_or_else(
            ::protobuf::__internal::runtime::empty_array::<super::messages_proto::InvoiceLine>,
            |raw| unsafe { ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw) },
        )
    }

    // tax_subtotals: repeated message wirecost.TaxSubtotal
    pub fn tax_subtotals(self) -> ::protobuf::RepeatedView<'msg, super::messages_proto::TaxSubtotal> {
        unsafe { self.inner.ptr().get_array_at_index(11) }.map_or_else(
            ::protobuf::__internal::runtime::empty_array::<super::messages_proto::TaxSubtotal>,
            |raw| unsafe { ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw) },
        )
    }

    // totals: optional message wirecost.Totals
    pub fn has_totals(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(12) }
    }
    pub fn totals_opt(self) -> ::std::option::Option<super::messages_proto::TotalsView<'msg>> {
        self.has_totals().then(|| self.totals())
    }
    pub fn totals(self) -> super::messages_proto::TotalsView<'msg> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(12) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::TotalsView::default())
    }
}

// SAFETY:
// - `InvoiceView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for InvoiceView<'_> {}

// SAFETY:
// - `InvoiceView` is `Send` because while its alive a `InvoiceMut` cannot.
// - `InvoiceView` does not use thread-local data.
unsafe impl ::std::marker::Send for InvoiceView<'_> {}

impl<'msg> ::protobuf::AsView for InvoiceView<'msg> {
    type Proxied = Invoice;
    fn as_view(&self) -> ::protobuf::View<'msg, Invoice> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for InvoiceView<'msg> {
    fn into_view<'shorter>(self) -> InvoiceView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<Invoice> for InvoiceView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Invoice {
        let mut dst = Invoice::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<Invoice> for InvoiceMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Invoice {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for Invoice {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for InvoiceView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for InvoiceMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct InvoiceMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Invoice>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for InvoiceMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for InvoiceMut<'msg> {
    type Message = Invoice;
}

impl ::std::fmt::Debug for InvoiceMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, Invoice>> for InvoiceMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Invoice>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> InvoiceMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, Invoice> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> Invoice {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // id: optional string
    pub fn has_id(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_id(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn id_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_id().then(|| self.id())
    }
    pub fn id(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_id(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // issue_date: optional string
    pub fn has_issue_date(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_issue_date(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn issue_date_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_issue_date().then(|| self.issue_date())
    }
    pub fn issue_date(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_issue_date(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // due_date: optional string
    pub fn has_due_date(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_due_date(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn due_date_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_due_date().then(|| self.due_date())
    }
    pub fn due_date(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_due_date(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }

    // type_code: optional uint32
    pub fn has_type_code(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_type_code(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn type_code_opt(&self) -> ::std::option::Option<u32> {
        self.has_type_code().then(|| self.type_code())
    }
    pub fn type_code(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(3, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_type_code(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(3, val.into())
        }
    }

    // currency: optional string
    pub fn has_currency(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn clear_currency(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(4);
        }
    }
    pub fn currency_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_currency().then(|| self.currency())
    }
    pub fn currency(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(4, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_currency(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 4, val);
        }
    }

    // note: optional string
    pub fn has_note(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn clear_note(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(5);
        }
    }
    pub fn note_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_note().then(|| self.note())
    }
    pub fn note(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(5, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_note(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 5, val);
        }
    }

    // order_reference: optional string
    pub fn has_order_reference(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(6) }
    }
    pub fn clear_order_reference(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(6);
        }
    }
    pub fn order_reference_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_order_reference().then(|| self.order_reference())
    }
    pub fn order_reference(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(6, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_order_reference(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 6, val);
        }
    }

    // supplier: optional message wirecost.Party
    pub fn has_supplier(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(7) }
    }
    pub fn clear_supplier(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(7);
        }
    }
    pub fn supplier_opt(&self) -> ::std::option::Option<super::messages_proto::PartyView<'_>> {
        self.has_supplier().then(|| self.supplier())
    }
    pub fn supplier(&self) -> super::messages_proto::PartyView<'_> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(7) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::PartyView::default())
    }
    pub fn supplier_mut(&mut self) -> super::messages_proto::PartyMut<'_> {
        let ptr =
            unsafe { self.inner.ptr_mut().get_or_create_mutable_message_at_index(7, self.inner.arena()).unwrap() };
        ::protobuf::__internal::runtime::MessageMutInner::from_parent(
            self.as_message_mut_inner(::protobuf::__internal::Private),
            ptr,
        )
        .into()
    }
    pub fn set_supplier(&mut self, val: impl ::protobuf::IntoProxied<super::messages_proto::Party>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_sub_message(::protobuf::AsMut::as_mut(self).inner, 7, val);
        }
    }

    // customer: optional message wirecost.Party
    pub fn has_customer(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(8) }
    }
    pub fn clear_customer(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(8);
        }
    }
    pub fn customer_opt(&self) -> ::std::option::Option<super::messages_proto::PartyView<'_>> {
        self.has_customer().then(|| self.customer())
    }
    pub fn customer(&self) -> super::messages_proto::PartyView<'_> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(8) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::PartyView::default())
    }
    pub fn customer_mut(&mut self) -> super::messages_proto::PartyMut<'_> {
        let ptr =
            unsafe { self.inner.ptr_mut().get_or_create_mutable_message_at_index(8, self.inner.arena()).unwrap() };
        ::protobuf::__internal::runtime::MessageMutInner::from_parent(
            self.as_message_mut_inner(::protobuf::__internal::Private),
            ptr,
        )
        .into()
    }
    pub fn set_customer(&mut self, val: impl ::protobuf::IntoProxied<super::messages_proto::Party>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_sub_message(::protobuf::AsMut::as_mut(self).inner, 8, val);
        }
    }

    // payment: optional message wirecost.Payment
    pub fn has_payment(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(9) }
    }
    pub fn clear_payment(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(9);
        }
    }
    pub fn payment_opt(&self) -> ::std::option::Option<super::messages_proto::PaymentView<'_>> {
        self.has_payment().then(|| self.payment())
    }
    pub fn payment(&self) -> super::messages_proto::PaymentView<'_> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(9) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::PaymentView::default())
    }
    pub fn payment_mut(&mut self) -> super::messages_proto::PaymentMut<'_> {
        let ptr =
            unsafe { self.inner.ptr_mut().get_or_create_mutable_message_at_index(9, self.inner.arena()).unwrap() };
        ::protobuf::__internal::runtime::MessageMutInner::from_parent(
            self.as_message_mut_inner(::protobuf::__internal::Private),
            ptr,
        )
        .into()
    }
    pub fn set_payment(&mut self, val: impl ::protobuf::IntoProxied<super::messages_proto::Payment>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_sub_message(::protobuf::AsMut::as_mut(self).inner, 9, val);
        }
    }

    // lines: repeated message wirecost.InvoiceLine
    pub fn lines(&self) -> ::protobuf::RepeatedView<'_, super::messages_proto::InvoiceLine> {
        unsafe { self.inner.ptr().get_array_at_index(10) }.map_or_else(
            ::protobuf::__internal::runtime::empty_array::<super::messages_proto::InvoiceLine>,
            |raw| unsafe { ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw) },
        )
    }
    pub fn lines_mut(&mut self) -> ::protobuf::RepeatedMut<'_, super::messages_proto::InvoiceLine> {
        unsafe {
            let raw_array = self
                .inner
                .ptr_mut()
                .get_or_create_mutable_array_at_index(10, self.inner.arena())
                .expect("alloc should not fail");
            ::protobuf::RepeatedMut::from_inner(
                ::protobuf::__internal::Private,
                ::protobuf::__internal::runtime::InnerRepeatedMut::new(raw_array, self.inner.arena()),
            )
        }
    }
    pub fn set_lines(
        &mut self,
        src: impl ::protobuf::IntoProxied<::protobuf::Repeated<super::messages_proto::InvoiceLine>>,
    ) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_repeated_field(::protobuf::AsMut::as_mut(self).inner, 10, src);
        }
    }

    // tax_subtotals: repeated message wirecost.TaxSubtotal
    pub fn tax_subtotals(&self) -> ::protobuf::RepeatedView<'_, super::messages_proto::TaxSubtotal> {
        unsafe { self.inner.ptr().get_array_at_index(11) }.map_or_else(
            ::protobuf::__internal::runtime::empty_array::<super::messages_proto::TaxSubtotal>,
            |raw| unsafe { ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw) },
        )
    }
    pub fn tax_subtotals_mut(&mut self) -> ::protobuf::RepeatedMut<'_, super::messages_proto::TaxSubtotal> {
        unsafe {
            let raw_array = self
                .inner
                .ptr_mut()
                .get_or_create_mutable_array_at_index(11, self.inner.arena())
                .expect("alloc should not fail");
            ::protobuf::RepeatedMut::from_inner(
                ::protobuf::__internal::Private,
                ::protobuf::__internal::runtime::InnerRepeatedMut::new(raw_array, self.inner.arena()),
            )
        }
    }
    pub fn set_tax_subtotals(
        &mut self,
        src: impl ::protobuf::IntoProxied<::protobuf::Repeated<super::messages_proto::TaxSubtotal>>,
    ) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_repeated_field(::protobuf::AsMut::as_mut(self).inner, 11, src);
        }
    }

    // totals: optional message wirecost.Totals
    pub fn has_totals(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(12) }
    }
    pub fn clear_totals(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(12);
        }
    }
    pub fn totals_opt(&self) -> ::std::option::Option<super::messages_proto::TotalsView<'_>> {
        self.has_totals().then(|| self.totals())
    }
    pub fn totals(&self) -> super::messages_proto::TotalsView<'_> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(12) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::TotalsView::default())
    }
    pub fn totals_mut(&mut self) -> super::messages_proto::TotalsMut<'_> {
        let ptr =
            unsafe { self.inner.ptr_mut().get_or_create_mutable_message_at_index(12, self.inner.arena()).unwrap() };
        ::protobuf::__internal::runtime::MessageMutInner::from_parent(
            self.as_message_mut_inner(::protobuf::__internal::Private),
            ptr,
        )
        .into()
    }
    pub fn set_totals(&mut self, val: impl ::protobuf::IntoProxied<super::messages_proto::Totals>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_sub_message(::protobuf::AsMut::as_mut(self).inner, 12, val);
        }
    }
}

// SAFETY:
// - `InvoiceMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for InvoiceMut<'_> {}

// SAFETY:
// - `InvoiceMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for InvoiceMut<'_> {}

impl<'msg> ::protobuf::AsView for InvoiceMut<'msg> {
    type Proxied = Invoice;
    fn as_view(&self) -> ::protobuf::View<'_, Invoice> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for InvoiceMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, Invoice>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for InvoiceMut<'msg> {
    type MutProxied = Invoice;
    fn as_mut(&mut self) -> InvoiceMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for InvoiceMut<'msg> {
    fn into_mut<'shorter>(self) -> InvoiceMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl Invoice {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, Invoice> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> InvoiceView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> InvoiceMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // id: optional string
    pub fn has_id(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_id(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn id_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_id().then(|| self.id())
    }
    pub fn id(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_id(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // issue_date: optional string
    pub fn has_issue_date(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_issue_date(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn issue_date_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_issue_date().then(|| self.issue_date())
    }
    pub fn issue_date(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_issue_date(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // due_date: optional string
    pub fn has_due_date(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_due_date(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn due_date_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_due_date().then(|| self.due_date())
    }
    pub fn due_date(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_due_date(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }

    // type_code: optional uint32
    pub fn has_type_code(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_type_code(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn type_code_opt(&self) -> ::std::option::Option<u32> {
        self.has_type_code().then(|| self.type_code())
    }
    pub fn type_code(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(3, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_type_code(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(3, val.into())
        }
    }

    // currency: optional string
    pub fn has_currency(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn clear_currency(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(4);
        }
    }
    pub fn currency_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_currency().then(|| self.currency())
    }
    pub fn currency(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(4, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_currency(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 4, val);
        }
    }

    // note: optional string
    pub fn has_note(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn clear_note(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(5);
        }
    }
    pub fn note_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_note().then(|| self.note())
    }
    pub fn note(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(5, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_note(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 5, val);
        }
    }

    // order_reference: optional string
    pub fn has_order_reference(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(6) }
    }
    pub fn clear_order_reference(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(6);
        }
    }
    pub fn order_reference_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_order_reference().then(|| self.order_reference())
    }
    pub fn order_reference(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(6, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_order_reference(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 6, val);
        }
    }

    // supplier: optional message wirecost.Party
    pub fn has_supplier(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(7) }
    }
    pub fn clear_supplier(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(7);
        }
    }
    pub fn supplier_opt(&self) -> ::std::option::Option<super::messages_proto::PartyView<'_>> {
        self.has_supplier().then(|| self.supplier())
    }
    pub fn supplier(&self) -> super::messages_proto::PartyView<'_> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(7) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::PartyView::default())
    }
    pub fn supplier_mut(&mut self) -> super::messages_proto::PartyMut<'_> {
        let ptr =
            unsafe { self.inner.ptr_mut().get_or_create_mutable_message_at_index(7, self.inner.arena()).unwrap() };
        ::protobuf::__internal::runtime::MessageMutInner::from_parent(
            self.as_message_mut_inner(::protobuf::__internal::Private),
            ptr,
        )
        .into()
    }
    pub fn set_supplier(&mut self, val: impl ::protobuf::IntoProxied<super::messages_proto::Party>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_sub_message(::protobuf::AsMut::as_mut(self).inner, 7, val);
        }
    }

    // customer: optional message wirecost.Party
    pub fn has_customer(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(8) }
    }
    pub fn clear_customer(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(8);
        }
    }
    pub fn customer_opt(&self) -> ::std::option::Option<super::messages_proto::PartyView<'_>> {
        self.has_customer().then(|| self.customer())
    }
    pub fn customer(&self) -> super::messages_proto::PartyView<'_> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(8) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::PartyView::default())
    }
    pub fn customer_mut(&mut self) -> super::messages_proto::PartyMut<'_> {
        let ptr =
            unsafe { self.inner.ptr_mut().get_or_create_mutable_message_at_index(8, self.inner.arena()).unwrap() };
        ::protobuf::__internal::runtime::MessageMutInner::from_parent(
            self.as_message_mut_inner(::protobuf::__internal::Private),
            ptr,
        )
        .into()
    }
    pub fn set_customer(&mut self, val: impl ::protobuf::IntoProxied<super::messages_proto::Party>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_sub_message(::protobuf::AsMut::as_mut(self).inner, 8, val);
        }
    }

    // payment: optional message wirecost.Payment
    pub fn has_payment(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(9) }
    }
    pub fn clear_payment(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(9);
        }
    }
    pub fn payment_opt(&self) -> ::std::option::Option<super::messages_proto::PaymentView<'_>> {
        self.has_payment().then(|| self.payment())
    }
    pub fn payment(&self) -> super::messages_proto::PaymentView<'_> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(9) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::PaymentView::default())
    }
    pub fn payment_mut(&mut self) -> super::messages_proto::PaymentMut<'_> {
        let ptr =
            unsafe { self.inner.ptr_mut().get_or_create_mutable_message_at_index(9, self.inner.arena()).unwrap() };
        ::protobuf::__internal::runtime::MessageMutInner::from_parent(
            self.as_message_mut_inner(::protobuf::__internal::Private),
            ptr,
        )
        .into()
    }
    pub fn set_payment(&mut self, val: impl ::protobuf::IntoProxied<super::messages_proto::Payment>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_sub_message(::protobuf::AsMut::as_mut(self).inner, 9, val);
        }
    }

    // lines: repeated message wirecost.InvoiceLine
    pub fn lines(&self) -> ::protobuf::RepeatedView<'_, super::messages_proto::InvoiceLine> {
        unsafe { self.inner.ptr().get_array_at_index(10) }.map_or_else(
            ::protobuf::__internal::runtime::empty_array::<super::messages_proto::InvoiceLine>,
            |raw| unsafe { ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw) },
        )
    }
    pub fn lines_mut(&mut self) -> ::protobuf::RepeatedMut<'_, super::messages_proto::InvoiceLine> {
        unsafe {
            let raw_array = self
                .inner
                .ptr_mut()
                .get_or_create_mutable_array_at_index(10, self.inner.arena())
                .expect("alloc should not fail");
            ::protobuf::RepeatedMut::from_inner(
                ::protobuf::__internal::Private,
                ::protobuf::__internal::runtime::InnerRepeatedMut::new(raw_array, self.inner.arena()),
            )
        }
    }
    pub fn set_lines(
        &mut self,
        src: impl ::protobuf::IntoProxied<::protobuf::Repeated<super::messages_proto::InvoiceLine>>,
    ) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_repeated_field(::protobuf::AsMut::as_mut(self).inner, 10, src);
        }
    }

    // tax_subtotals: repeated message wirecost.TaxSubtotal
    pub fn tax_subtotals(&self) -> ::protobuf::RepeatedView<'_, super::messages_proto::TaxSubtotal> {
        unsafe { self.inner.ptr().get_array_at_index(11) }.map_or_else(
            ::protobuf::__internal::runtime::empty_array::<super::messages_proto::TaxSubtotal>,
            |raw| unsafe { ::protobuf::RepeatedView::from_raw(::protobuf::__internal::Private, raw) },
        )
    }
    pub fn tax_subtotals_mut(&mut self) -> ::protobuf::RepeatedMut<'_, super::messages_proto::TaxSubtotal> {
        unsafe {
            let raw_array = self
                .inner
                .ptr_mut()
                .get_or_create_mutable_array_at_index(11, self.inner.arena())
                .expect("alloc should not fail");
            ::protobuf::RepeatedMut::from_inner(
                ::protobuf::__internal::Private,
                ::protobuf::__internal::runtime::InnerRepeatedMut::new(raw_array, self.inner.arena()),
            )
        }
    }
    pub fn set_tax_subtotals(
        &mut self,
        src: impl ::protobuf::IntoProxied<::protobuf::Repeated<super::messages_proto::TaxSubtotal>>,
    ) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_repeated_field(::protobuf::AsMut::as_mut(self).inner, 11, src);
        }
    }

    // totals: optional message wirecost.Totals
    pub fn has_totals(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(12) }
    }
    pub fn clear_totals(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(12);
        }
    }
    pub fn totals_opt(&self) -> ::std::option::Option<super::messages_proto::TotalsView<'_>> {
        self.has_totals().then(|| self.totals())
    }
    pub fn totals(&self) -> super::messages_proto::TotalsView<'_> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(12) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::TotalsView::default())
    }
    pub fn totals_mut(&mut self) -> super::messages_proto::TotalsMut<'_> {
        let ptr =
            unsafe { self.inner.ptr_mut().get_or_create_mutable_message_at_index(12, self.inner.arena()).unwrap() };
        ::protobuf::__internal::runtime::MessageMutInner::from_parent(
            self.as_message_mut_inner(::protobuf::__internal::Private),
            ptr,
        )
        .into()
    }
    pub fn set_totals(&mut self, val: impl ::protobuf::IntoProxied<super::messages_proto::Totals>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_sub_message(::protobuf::AsMut::as_mut(self).inner, 12, val);
        }
    }
} // impl Invoice

impl ::std::ops::Drop for Invoice {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for Invoice {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for Invoice {
    type Proxied = Self;
    fn as_view(&self) -> InvoiceView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for Invoice {
    type MutProxied = Self;
    fn as_mut(&mut self) -> InvoiceMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for Invoice {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK.get_or_init(|| {
        super::messages_proto::wirecost__Invoice_msg_init.0 =
            ::protobuf::__internal::runtime::build_mini_table("$1V1V1V)N1V1T1T3N3N3NGG3N");
        ::protobuf::__internal::runtime::link_mini_table(
            super::messages_proto::wirecost__Invoice_msg_init.0, &[<super::messages_proto::Party as ::protobuf::__internal::runtime::AssociatedMiniTable>::mini_table(),
            <super::messages_proto::Party as ::protobuf::__internal::runtime::AssociatedMiniTable>::mini_table(),
            <super::messages_proto::Payment as ::protobuf::__internal::runtime::AssociatedMiniTable>::mini_table(),
            <super::messages_proto::InvoiceLine as ::protobuf::__internal::runtime::AssociatedMiniTable>::mini_table(),
            <super::messages_proto::TaxSubtotal as ::protobuf::__internal::runtime::AssociatedMiniTable>::mini_table(),
            <super::messages_proto::Totals as ::protobuf::__internal::runtime::AssociatedMiniTable>::mini_table(),
            ], &[]);
        ::protobuf::__internal::runtime::MiniTableInitPtr(super::messages_proto::wirecost__Invoice_msg_init.0)
      }).0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for Invoice {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for Invoice {
    type Msg = Invoice;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Invoice> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for Invoice {
    type Msg = Invoice;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Invoice> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for InvoiceMut<'_> {
    type Msg = Invoice;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Invoice> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for InvoiceMut<'_> {
    type Msg = Invoice;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Invoice> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for InvoiceView<'_> {
    type Msg = Invoice;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Invoice> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for InvoiceMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__Party_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct Party {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<Party>,
}

impl ::protobuf::Message for Party {
    type MessageView<'msg> = PartyView<'msg>;
    type MessageMut<'msg> = PartyMut<'msg>;
}

impl ::std::default::Default for Party {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for Party {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `Party` is `Sync` because it does not implement interior mutability.
//    Neither does `PartyMut`.
unsafe impl ::std::marker::Sync for Party {}

// SAFETY:
// - `Party` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for Party {}

impl ::protobuf::Proxied for Party {
    type View<'msg> = PartyView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for Party {}

impl ::protobuf::MutProxied for Party {
    type Mut<'msg> = PartyMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct PartyView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Party>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for PartyView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for PartyView<'msg> {
    type Message = Party;
}

impl ::std::fmt::Debug for PartyView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for PartyView<'_> {
    fn default() -> PartyView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, Party>> for PartyView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Party>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> PartyView<'msg> {
    pub fn to_owned(&self) -> Party {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // name: optional string
    pub fn has_name(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn name_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_name().then(|| self.name())
    }
    pub fn name(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // street: optional string
    pub fn has_street(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn street_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_street().then(|| self.street())
    }
    pub fn street(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // city: optional string
    pub fn has_city(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn city_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_city().then(|| self.city())
    }
    pub fn city(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // postcode: optional string
    pub fn has_postcode(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn postcode_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_postcode().then(|| self.postcode())
    }
    pub fn postcode(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(3, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // country: optional string
    pub fn has_country(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn country_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_country().then(|| self.country())
    }
    pub fn country(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(4, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // tax_id: optional string
    pub fn has_tax_id(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn tax_id_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_tax_id().then(|| self.tax_id())
    }
    pub fn tax_id(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(5, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // contact: optional message wirecost.Contact
    pub fn has_contact(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(6) }
    }
    pub fn contact_opt(self) -> ::std::option::Option<super::messages_proto::ContactView<'msg>> {
        self.has_contact().then(|| self.contact())
    }
    pub fn contact(self) -> super::messages_proto::ContactView<'msg> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(6) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::ContactView::default())
    }
}

// SAFETY:
// - `PartyView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for PartyView<'_> {}

// SAFETY:
// - `PartyView` is `Send` because while its alive a `PartyMut` cannot.
// - `PartyView` does not use thread-local data.
unsafe impl ::std::marker::Send for PartyView<'_> {}

impl<'msg> ::protobuf::AsView for PartyView<'msg> {
    type Proxied = Party;
    fn as_view(&self) -> ::protobuf::View<'msg, Party> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for PartyView<'msg> {
    fn into_view<'shorter>(self) -> PartyView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<Party> for PartyView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Party {
        let mut dst = Party::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<Party> for PartyMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Party {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for Party {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for PartyView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for PartyMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct PartyMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Party>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for PartyMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for PartyMut<'msg> {
    type Message = Party;
}

impl ::std::fmt::Debug for PartyMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, Party>> for PartyMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Party>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> PartyMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, Party> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> Party {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // name: optional string
    pub fn has_name(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_name(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn name_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_name().then(|| self.name())
    }
    pub fn name(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_name(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // street: optional string
    pub fn has_street(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_street(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn street_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_street().then(|| self.street())
    }
    pub fn street(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_street(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // city: optional string
    pub fn has_city(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_city(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn city_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_city().then(|| self.city())
    }
    pub fn city(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_city(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }

    // postcode: optional string
    pub fn has_postcode(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_postcode(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn postcode_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_postcode().then(|| self.postcode())
    }
    pub fn postcode(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(3, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_postcode(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 3, val);
        }
    }

    // country: optional string
    pub fn has_country(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn clear_country(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(4);
        }
    }
    pub fn country_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_country().then(|| self.country())
    }
    pub fn country(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(4, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_country(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 4, val);
        }
    }

    // tax_id: optional string
    pub fn has_tax_id(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn clear_tax_id(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(5);
        }
    }
    pub fn tax_id_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_tax_id().then(|| self.tax_id())
    }
    pub fn tax_id(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(5, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_tax_id(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 5, val);
        }
    }

    // contact: optional message wirecost.Contact
    pub fn has_contact(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(6) }
    }
    pub fn clear_contact(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(6);
        }
    }
    pub fn contact_opt(&self) -> ::std::option::Option<super::messages_proto::ContactView<'_>> {
        self.has_contact().then(|| self.contact())
    }
    pub fn contact(&self) -> super::messages_proto::ContactView<'_> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(6) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::ContactView::default())
    }
    pub fn contact_mut(&mut self) -> super::messages_proto::ContactMut<'_> {
        let ptr =
            unsafe { self.inner.ptr_mut().get_or_create_mutable_message_at_index(6, self.inner.arena()).unwrap() };
        ::protobuf::__internal::runtime::MessageMutInner::from_parent(
            self.as_message_mut_inner(::protobuf::__internal::Private),
            ptr,
        )
        .into()
    }
    pub fn set_contact(&mut self, val: impl ::protobuf::IntoProxied<super::messages_proto::Contact>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_sub_message(::protobuf::AsMut::as_mut(self).inner, 6, val);
        }
    }
}

// SAFETY:
// - `PartyMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for PartyMut<'_> {}

// SAFETY:
// - `PartyMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for PartyMut<'_> {}

impl<'msg> ::protobuf::AsView for PartyMut<'msg> {
    type Proxied = Party;
    fn as_view(&self) -> ::protobuf::View<'_, Party> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for PartyMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, Party>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for PartyMut<'msg> {
    type MutProxied = Party;
    fn as_mut(&mut self) -> PartyMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for PartyMut<'msg> {
    fn into_mut<'shorter>(self) -> PartyMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl Party {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, Party> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> PartyView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> PartyMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // name: optional string
    pub fn has_name(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_name(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn name_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_name().then(|| self.name())
    }
    pub fn name(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_name(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // street: optional string
    pub fn has_street(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_street(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn street_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_street().then(|| self.street())
    }
    pub fn street(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_street(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // city: optional string
    pub fn has_city(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_city(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn city_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_city().then(|| self.city())
    }
    pub fn city(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_city(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }

    // postcode: optional string
    pub fn has_postcode(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_postcode(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn postcode_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_postcode().then(|| self.postcode())
    }
    pub fn postcode(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(3, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_postcode(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 3, val);
        }
    }

    // country: optional string
    pub fn has_country(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn clear_country(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(4);
        }
    }
    pub fn country_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_country().then(|| self.country())
    }
    pub fn country(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(4, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_country(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 4, val);
        }
    }

    // tax_id: optional string
    pub fn has_tax_id(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn clear_tax_id(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(5);
        }
    }
    pub fn tax_id_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_tax_id().then(|| self.tax_id())
    }
    pub fn tax_id(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(5, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_tax_id(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 5, val);
        }
    }

    // contact: optional message wirecost.Contact
    pub fn has_contact(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(6) }
    }
    pub fn clear_contact(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(6);
        }
    }
    pub fn contact_opt(&self) -> ::std::option::Option<super::messages_proto::ContactView<'_>> {
        self.has_contact().then(|| self.contact())
    }
    pub fn contact(&self) -> super::messages_proto::ContactView<'_> {
        let submsg = unsafe { self.inner.ptr().get_message_at_index(6) };
        submsg
            .map(|ptr| unsafe { ::protobuf::__internal::runtime::MessageViewInner::wrap(ptr).into() })
            .unwrap_or(super::messages_proto::ContactView::default())
    }
    pub fn contact_mut(&mut self) -> super::messages_proto::ContactMut<'_> {
        let ptr =
            unsafe { self.inner.ptr_mut().get_or_create_mutable_message_at_index(6, self.inner.arena()).unwrap() };
        ::protobuf::__internal::runtime::MessageMutInner::from_parent(
            self.as_message_mut_inner(::protobuf::__internal::Private),
            ptr,
        )
        .into()
    }
    pub fn set_contact(&mut self, val: impl ::protobuf::IntoProxied<super::messages_proto::Contact>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_sub_message(::protobuf::AsMut::as_mut(self).inner, 6, val);
        }
    }
} // impl Party

impl ::std::ops::Drop for Party {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for Party {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for Party {
    type Proxied = Self;
    fn as_view(&self) -> PartyView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for Party {
    type MutProxied = Self;
    fn as_mut(&mut self) -> PartyMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for Party {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK.get_or_init(|| {
        super::messages_proto::wirecost__Party_msg_init.0 =
            ::protobuf::__internal::runtime::build_mini_table("$1V1V1V1V1V1V3");
        ::protobuf::__internal::runtime::link_mini_table(
            super::messages_proto::wirecost__Party_msg_init.0, &[<super::messages_proto::Contact as ::protobuf::__internal::runtime::AssociatedMiniTable>::mini_table(),
            ], &[]);
        ::protobuf::__internal::runtime::MiniTableInitPtr(super::messages_proto::wirecost__Party_msg_init.0)
      }).0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for Party {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for Party {
    type Msg = Party;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Party> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for Party {
    type Msg = Party;
    fn get_ptr(&self, _private: ::protobuf::__internal::Private) -> ::protobuf::__internal::runtime::MessagePtr<Party> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for PartyMut<'_> {
    type Msg = Party;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Party> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for PartyMut<'_> {
    type Msg = Party;
    fn get_ptr(&self, _private: ::protobuf::__internal::Private) -> ::protobuf::__internal::runtime::MessagePtr<Party> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for PartyView<'_> {
    type Msg = Party;
    fn get_ptr(&self, _private: ::protobuf::__internal::Private) -> ::protobuf::__internal::runtime::MessagePtr<Party> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for PartyMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__Contact_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct Contact {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<Contact>,
}

impl ::protobuf::Message for Contact {
    type MessageView<'msg> = ContactView<'msg>;
    type MessageMut<'msg> = ContactMut<'msg>;
}

impl ::std::default::Default for Contact {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for Contact {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `Contact` is `Sync` because it does not implement interior mutability.
//    Neither does `ContactMut`.
unsafe impl ::std::marker::Sync for Contact {}

// SAFETY:
// - `Contact` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for Contact {}

impl ::protobuf::Proxied for Contact {
    type View<'msg> = ContactView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for Contact {}

impl ::protobuf::MutProxied for Contact {
    type Mut<'msg> = ContactMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct ContactView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Contact>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for ContactView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for ContactView<'msg> {
    type Message = Contact;
}

impl ::std::fmt::Debug for ContactView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for ContactView<'_> {
    fn default() -> ContactView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, Contact>> for ContactView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Contact>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> ContactView<'msg> {
    pub fn to_owned(&self) -> Contact {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // name: optional string
    pub fn has_name(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn name_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_name().then(|| self.name())
    }
    pub fn name(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // telephone: optional string
    pub fn has_telephone(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn telephone_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_telephone().then(|| self.telephone())
    }
    pub fn telephone(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // mail: optional string
    pub fn has_mail(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn mail_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_mail().then(|| self.mail())
    }
    pub fn mail(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
}

// SAFETY:
// - `ContactView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for ContactView<'_> {}

// SAFETY:
// - `ContactView` is `Send` because while its alive a `ContactMut` cannot.
// - `ContactView` does not use thread-local data.
unsafe impl ::std::marker::Send for ContactView<'_> {}

impl<'msg> ::protobuf::AsView for ContactView<'msg> {
    type Proxied = Contact;
    fn as_view(&self) -> ::protobuf::View<'msg, Contact> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for ContactView<'msg> {
    fn into_view<'shorter>(self) -> ContactView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<Contact> for ContactView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Contact {
        let mut dst = Contact::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<Contact> for ContactMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Contact {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for Contact {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for ContactView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for ContactMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct ContactMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Contact>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for ContactMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for ContactMut<'msg> {
    type Message = Contact;
}

impl ::std::fmt::Debug for ContactMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, Contact>> for ContactMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Contact>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> ContactMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, Contact> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> Contact {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // name: optional string
    pub fn has_name(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_name(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn name_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_name().then(|| self.name())
    }
    pub fn name(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_name(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // telephone: optional string
    pub fn has_telephone(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_telephone(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn telephone_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_telephone().then(|| self.telephone())
    }
    pub fn telephone(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_telephone(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // mail: optional string
    pub fn has_mail(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_mail(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn mail_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_mail().then(|| self.mail())
    }
    pub fn mail(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_mail(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }
}

// SAFETY:
// - `ContactMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for ContactMut<'_> {}

// SAFETY:
// - `ContactMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for ContactMut<'_> {}

impl<'msg> ::protobuf::AsView for ContactMut<'msg> {
    type Proxied = Contact;
    fn as_view(&self) -> ::protobuf::View<'_, Contact> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for ContactMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, Contact>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for ContactMut<'msg> {
    type MutProxied = Contact;
    fn as_mut(&mut self) -> ContactMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for ContactMut<'msg> {
    fn into_mut<'shorter>(self) -> ContactMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl Contact {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, Contact> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> ContactView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> ContactMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // name: optional string
    pub fn has_name(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_name(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn name_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_name().then(|| self.name())
    }
    pub fn name(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_name(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // telephone: optional string
    pub fn has_telephone(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_telephone(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn telephone_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_telephone().then(|| self.telephone())
    }
    pub fn telephone(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_telephone(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // mail: optional string
    pub fn has_mail(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_mail(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn mail_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_mail().then(|| self.mail())
    }
    pub fn mail(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_mail(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }
} // impl Contact

impl ::std::ops::Drop for Contact {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for Contact {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for Contact {
    type Proxied = Self;
    fn as_view(&self) -> ContactView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for Contact {
    type MutProxied = Self;
    fn as_mut(&mut self) -> ContactMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for Contact {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK
                .get_or_init(|| {
                    super::messages_proto::wirecost__Contact_msg_init.0 =
                        ::protobuf::__internal::runtime::build_mini_table("$M1N11");
                    ::protobuf::__internal::runtime::link_mini_table(
                        super::messages_proto::wirecost__Contact_msg_init.0,
                        &[],
                        &[],
                    );
                    ::protobuf::__internal::runtime::MiniTableInitPtr(
                        super::messages_proto::wirecost__Contact_msg_init.0,
                    )
                })
                .0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for Contact {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for Contact {
    type Msg = Contact;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Contact> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for Contact {
    type Msg = Contact;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Contact> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for ContactMut<'_> {
    type Msg = Contact;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Contact> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for ContactMut<'_> {
    type Msg = Contact;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Contact> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for ContactView<'_> {
    type Msg = Contact;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Contact> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for ContactMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__Payment_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct Payment {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<Payment>,
}

impl ::protobuf::Message for Payment {
    type MessageView<'msg> = PaymentView<'msg>;
    type MessageMut<'msg> = PaymentMut<'msg>;
}

impl ::std::default::Default for Payment {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for Payment {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `Payment` is `Sync` because it does not implement interior mutability.
//    Neither does `PaymentMut`.
unsafe impl ::std::marker::Sync for Payment {}

// SAFETY:
// - `Payment` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for Payment {}

impl ::protobuf::Proxied for Payment {
    type View<'msg> = PaymentView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for Payment {}

impl ::protobuf::MutProxied for Payment {
    type Mut<'msg> = PaymentMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct PaymentView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Payment>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for PaymentView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for PaymentView<'msg> {
    type Message = Payment;
}

impl ::std::fmt::Debug for PaymentView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for PaymentView<'_> {
    fn default() -> PaymentView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, Payment>> for PaymentView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Payment>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> PaymentView<'msg> {
    pub fn to_owned(&self) -> Payment {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // means_code: optional uint32
    pub fn has_means_code(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn means_code_opt(self) -> ::std::option::Option<u32> {
        self.has_means_code().then(|| self.means_code())
    }
    pub fn means_code(self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(0, (0u32).into()).try_into().unwrap()
        }
    }

    // account: optional string
    pub fn has_account(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn account_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_account().then(|| self.account())
    }
    pub fn account(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // terms: optional string
    pub fn has_terms(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn terms_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_terms().then(|| self.terms())
    }
    pub fn terms(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
}

// SAFETY:
// - `PaymentView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for PaymentView<'_> {}

// SAFETY:
// - `PaymentView` is `Send` because while its alive a `PaymentMut` cannot.
// - `PaymentView` does not use thread-local data.
unsafe impl ::std::marker::Send for PaymentView<'_> {}

impl<'msg> ::protobuf::AsView for PaymentView<'msg> {
    type Proxied = Payment;
    fn as_view(&self) -> ::protobuf::View<'msg, Payment> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for PaymentView<'msg> {
    fn into_view<'shorter>(self) -> PaymentView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<Payment> for PaymentView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Payment {
        let mut dst = Payment::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<Payment> for PaymentMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Payment {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for Payment {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for PaymentView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for PaymentMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct PaymentMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Payment>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for PaymentMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for PaymentMut<'msg> {
    type Message = Payment;
}

impl ::std::fmt::Debug for PaymentMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, Payment>> for PaymentMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Payment>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> PaymentMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, Payment> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> Payment {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // means_code: optional uint32
    pub fn has_means_code(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_means_code(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn means_code_opt(&self) -> ::std::option::Option<u32> {
        self.has_means_code().then(|| self.means_code())
    }
    pub fn means_code(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(0, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_means_code(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(0, val.into())
        }
    }

    // account: optional string
    pub fn has_account(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_account(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn account_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_account().then(|| self.account())
    }
    pub fn account(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_account(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // terms: optional string
    pub fn has_terms(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_terms(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn terms_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_terms().then(|| self.terms())
    }
    pub fn terms(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_terms(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }
}

// SAFETY:
// - `PaymentMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for PaymentMut<'_> {}

// SAFETY:
// - `PaymentMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for PaymentMut<'_> {}

impl<'msg> ::protobuf::AsView for PaymentMut<'msg> {
    type Proxied = Payment;
    fn as_view(&self) -> ::protobuf::View<'_, Payment> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for PaymentMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, Payment>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for PaymentMut<'msg> {
    type MutProxied = Payment;
    fn as_mut(&mut self) -> PaymentMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for PaymentMut<'msg> {
    fn into_mut<'shorter>(self) -> PaymentMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl Payment {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, Payment> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> PaymentView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> PaymentMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // means_code: optional uint32
    pub fn has_means_code(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_means_code(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn means_code_opt(&self) -> ::std::option::Option<u32> {
        self.has_means_code().then(|| self.means_code())
    }
    pub fn means_code(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(0, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_means_code(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(0, val.into())
        }
    }

    // account: optional string
    pub fn has_account(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_account(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn account_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_account().then(|| self.account())
    }
    pub fn account(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_account(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // terms: optional string
    pub fn has_terms(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_terms(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn terms_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_terms().then(|| self.terms())
    }
    pub fn terms(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_terms(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }
} // impl Payment

impl ::std::ops::Drop for Payment {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for Payment {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for Payment {
    type Proxied = Self;
    fn as_view(&self) -> PaymentView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for Payment {
    type MutProxied = Self;
    fn as_mut(&mut self) -> PaymentMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for Payment {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK
                .get_or_init(|| {
                    super::messages_proto::wirecost__Payment_msg_init.0 =
                        ::protobuf::__internal::runtime::build_mini_table("$)N1V1V");
                    ::protobuf::__internal::runtime::link_mini_table(
                        super::messages_proto::wirecost__Payment_msg_init.0,
                        &[],
                        &[],
                    );
                    ::protobuf::__internal::runtime::MiniTableInitPtr(
                        super::messages_proto::wirecost__Payment_msg_init.0,
                    )
                })
                .0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for Payment {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for Payment {
    type Msg = Payment;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Payment> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for Payment {
    type Msg = Payment;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Payment> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for PaymentMut<'_> {
    type Msg = Payment;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Payment> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for PaymentMut<'_> {
    type Msg = Payment;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Payment> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for PaymentView<'_> {
    type Msg = Payment;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Payment> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for PaymentMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__InvoiceLine_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct InvoiceLine {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<InvoiceLine>,
}

impl ::protobuf::Message for InvoiceLine {
    type MessageView<'msg> = InvoiceLineView<'msg>;
    type MessageMut<'msg> = InvoiceLineMut<'msg>;
}

impl ::std::default::Default for InvoiceLine {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for InvoiceLine {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `InvoiceLine` is `Sync` because it does not implement interior mutability.
//    Neither does `InvoiceLineMut`.
unsafe impl ::std::marker::Sync for InvoiceLine {}

// SAFETY:
// - `InvoiceLine` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for InvoiceLine {}

impl ::protobuf::Proxied for InvoiceLine {
    type View<'msg> = InvoiceLineView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for InvoiceLine {}

impl ::protobuf::MutProxied for InvoiceLine {
    type Mut<'msg> = InvoiceLineMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct InvoiceLineView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, InvoiceLine>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for InvoiceLineView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for InvoiceLineView<'msg> {
    type Message = InvoiceLine;
}

impl ::std::fmt::Debug for InvoiceLineView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for InvoiceLineView<'_> {
    fn default() -> InvoiceLineView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, InvoiceLine>> for InvoiceLineView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, InvoiceLine>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> InvoiceLineView<'msg> {
    pub fn to_owned(&self) -> InvoiceLine {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // id: optional uint32
    pub fn has_id(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn id_opt(self) -> ::std::option::Option<u32> {
        self.has_id().then(|| self.id())
    }
    pub fn id(self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(0, (0u32).into()).try_into().unwrap()
        }
    }

    // name: optional string
    pub fn has_name(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn name_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_name().then(|| self.name())
    }
    pub fn name(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // description: optional string
    pub fn has_description(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn description_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_description().then(|| self.description())
    }
    pub fn description(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // note: optional string
    pub fn has_note(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn note_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_note().then(|| self.note())
    }
    pub fn note(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(3, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // quantity: optional double
    pub fn has_quantity(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn quantity_opt(self) -> ::std::option::Option<f64> {
        self.has_quantity().then(|| self.quantity())
    }
    pub fn quantity(self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(4, (0f64).into()).try_into().unwrap()
        }
    }

    // unit_code: optional string
    pub fn has_unit_code(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn unit_code_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_unit_code().then(|| self.unit_code())
    }
    pub fn unit_code(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(5, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // price: optional string
    pub fn has_price(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(6) }
    }
    pub fn price_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_price().then(|| self.price())
    }
    pub fn price(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(6, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // amount: optional string
    pub fn has_amount(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(7) }
    }
    pub fn amount_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_amount().then(|| self.amount())
    }
    pub fn amount(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(7, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // tax_category: optional string
    pub fn has_tax_category(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(8) }
    }
    pub fn tax_category_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_tax_category().then(|| self.tax_category())
    }
    pub fn tax_category(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(8, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // tax_percent: optional double
    pub fn has_tax_percent(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(9) }
    }
    pub fn tax_percent_opt(self) -> ::std::option::Option<f64> {
        self.has_tax_percent().then(|| self.tax_percent())
    }
    pub fn tax_percent(self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(9, (0f64).into()).try_into().unwrap()
        }
    }

    // seller_item_id: optional string
    pub fn has_seller_item_id(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(10) }
    }
    pub fn seller_item_id_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_seller_item_id().then(|| self.seller_item_id())
    }
    pub fn seller_item_id(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(10, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // standard_item_id: optional string
    pub fn has_standard_item_id(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(11) }
    }
    pub fn standard_item_id_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_standard_item_id().then(|| self.standard_item_id())
    }
    pub fn standard_item_id(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(11, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // origin: optional string
    pub fn has_origin(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(12) }
    }
    pub fn origin_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_origin().then(|| self.origin())
    }
    pub fn origin(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(12, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
}

// SAFETY:
// - `InvoiceLineView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for InvoiceLineView<'_> {}

// SAFETY:
// - `InvoiceLineView` is `Send` because while its alive a `InvoiceLineMut` cannot.
// - `InvoiceLineView` does not use thread-local data.
unsafe impl ::std::marker::Send for InvoiceLineView<'_> {}

impl<'msg> ::protobuf::AsView for InvoiceLineView<'msg> {
    type Proxied = InvoiceLine;
    fn as_view(&self) -> ::protobuf::View<'msg, InvoiceLine> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for InvoiceLineView<'msg> {
    fn into_view<'shorter>(self) -> InvoiceLineView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<InvoiceLine> for InvoiceLineView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> InvoiceLine {
        let mut dst = InvoiceLine::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<InvoiceLine> for InvoiceLineMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> InvoiceLine {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for InvoiceLine {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for InvoiceLineView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for InvoiceLineMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct InvoiceLineMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, InvoiceLine>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for InvoiceLineMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for InvoiceLineMut<'msg> {
    type Message = InvoiceLine;
}

impl ::std::fmt::Debug for InvoiceLineMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, InvoiceLine>> for InvoiceLineMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, InvoiceLine>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> InvoiceLineMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, InvoiceLine> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> InvoiceLine {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // id: optional uint32
    pub fn has_id(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_id(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn id_opt(&self) -> ::std::option::Option<u32> {
        self.has_id().then(|| self.id())
    }
    pub fn id(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(0, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_id(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(0, val.into())
        }
    }

    // name: optional string
    pub fn has_name(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_name(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn name_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_name().then(|| self.name())
    }
    pub fn name(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_name(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // description: optional string
    pub fn has_description(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_description(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn description_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_description().then(|| self.description())
    }
    pub fn description(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_description(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }

    // note: optional string
    pub fn has_note(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_note(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn note_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_note().then(|| self.note())
    }
    pub fn note(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(3, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_note(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 3, val);
        }
    }

    // quantity: optional double
    pub fn has_quantity(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn clear_quantity(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(4);
        }
    }
    pub fn quantity_opt(&self) -> ::std::option::Option<f64> {
        self.has_quantity().then(|| self.quantity())
    }
    pub fn quantity(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(4, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_quantity(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(4, val.into())
        }
    }

    // unit_code: optional string
    pub fn has_unit_code(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn clear_unit_code(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(5);
        }
    }
    pub fn unit_code_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_unit_code().then(|| self.unit_code())
    }
    pub fn unit_code(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(5, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_unit_code(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 5, val);
        }
    }

    // price: optional string
    pub fn has_price(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(6) }
    }
    pub fn clear_price(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(6);
        }
    }
    pub fn price_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_price().then(|| self.price())
    }
    pub fn price(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(6, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_price(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 6, val);
        }
    }

    // amount: optional string
    pub fn has_amount(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(7) }
    }
    pub fn clear_amount(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(7);
        }
    }
    pub fn amount_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_amount().then(|| self.amount())
    }
    pub fn amount(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(7, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_amount(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 7, val);
        }
    }

    // tax_category: optional string
    pub fn has_tax_category(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(8) }
    }
    pub fn clear_tax_category(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(8);
        }
    }
    pub fn tax_category_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_tax_category().then(|| self.tax_category())
    }
    pub fn tax_category(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(8, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_tax_category(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 8, val);
        }
    }

    // tax_percent: optional double
    pub fn has_tax_percent(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(9) }
    }
    pub fn clear_tax_percent(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(9);
        }
    }
    pub fn tax_percent_opt(&self) -> ::std::option::Option<f64> {
        self.has_tax_percent().then(|| self.tax_percent())
    }
    pub fn tax_percent(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(9, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_tax_percent(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(9, val.into())
        }
    }

    // seller_item_id: optional string
    pub fn has_seller_item_id(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(10) }
    }
    pub fn clear_seller_item_id(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(10);
        }
    }
    pub fn seller_item_id_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_seller_item_id().then(|| self.seller_item_id())
    }
    pub fn seller_item_id(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(10, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_seller_item_id(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 10, val);
        }
    }

    // standard_item_id: optional string
    pub fn has_standard_item_id(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(11) }
    }
    pub fn clear_standard_item_id(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(11);
        }
    }
    pub fn standard_item_id_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_standard_item_id().then(|| self.standard_item_id())
    }
    pub fn standard_item_id(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(11, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_standard_item_id(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 11, val);
        }
    }

    // origin: optional string
    pub fn has_origin(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(12) }
    }
    pub fn clear_origin(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(12);
        }
    }
    pub fn origin_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_origin().then(|| self.origin())
    }
    pub fn origin(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(12, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_origin(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 12, val);
        }
    }
}

// SAFETY:
// - `InvoiceLineMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for InvoiceLineMut<'_> {}

// SAFETY:
// - `InvoiceLineMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for InvoiceLineMut<'_> {}

impl<'msg> ::protobuf::AsView for InvoiceLineMut<'msg> {
    type Proxied = InvoiceLine;
    fn as_view(&self) -> ::protobuf::View<'_, InvoiceLine> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for InvoiceLineMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, InvoiceLine>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for InvoiceLineMut<'msg> {
    type MutProxied = InvoiceLine;
    fn as_mut(&mut self) -> InvoiceLineMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for InvoiceLineMut<'msg> {
    fn into_mut<'shorter>(self) -> InvoiceLineMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl InvoiceLine {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, InvoiceLine> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> InvoiceLineView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> InvoiceLineMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // id: optional uint32
    pub fn has_id(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_id(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn id_opt(&self) -> ::std::option::Option<u32> {
        self.has_id().then(|| self.id())
    }
    pub fn id(&self) -> u32 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_u32_at_index(0, (0u32).into()).try_into().unwrap()
        }
    }
    pub fn set_id(&mut self, val: u32) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_u32_at_index(0, val.into())
        }
    }

    // name: optional string
    pub fn has_name(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_name(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn name_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_name().then(|| self.name())
    }
    pub fn name(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_name(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // description: optional string
    pub fn has_description(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_description(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn description_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_description().then(|| self.description())
    }
    pub fn description(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_description(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }

    // note: optional string
    pub fn has_note(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_note(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn note_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_note().then(|| self.note())
    }
    pub fn note(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(3, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_note(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 3, val);
        }
    }

    // quantity: optional double
    pub fn has_quantity(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(4) }
    }
    pub fn clear_quantity(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(4);
        }
    }
    pub fn quantity_opt(&self) -> ::std::option::Option<f64> {
        self.has_quantity().then(|| self.quantity())
    }
    pub fn quantity(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(4, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_quantity(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(4, val.into())
        }
    }

    // unit_code: optional string
    pub fn has_unit_code(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(5) }
    }
    pub fn clear_unit_code(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(5);
        }
    }
    pub fn unit_code_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_unit_code().then(|| self.unit_code())
    }
    pub fn unit_code(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(5, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_unit_code(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 5, val);
        }
    }

    // price: optional string
    pub fn has_price(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(6) }
    }
    pub fn clear_price(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(6);
        }
    }
    pub fn price_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_price().then(|| self.price())
    }
    pub fn price(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(6, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_price(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 6, val);
        }
    }

    // amount: optional string
    pub fn has_amount(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(7) }
    }
    pub fn clear_amount(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(7);
        }
    }
    pub fn amount_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_amount().then(|| self.amount())
    }
    pub fn amount(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(7, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_amount(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 7, val);
        }
    }

    // tax_category: optional string
    pub fn has_tax_category(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(8) }
    }
    pub fn clear_tax_category(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(8);
        }
    }
    pub fn tax_category_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_tax_category().then(|| self.tax_category())
    }
    pub fn tax_category(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(8, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_tax_category(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 8, val);
        }
    }

    // tax_percent: optional double
    pub fn has_tax_percent(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(9) }
    }
    pub fn clear_tax_percent(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(9);
        }
    }
    pub fn tax_percent_opt(&self) -> ::std::option::Option<f64> {
        self.has_tax_percent().then(|| self.tax_percent())
    }
    pub fn tax_percent(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(9, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_tax_percent(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(9, val.into())
        }
    }

    // seller_item_id: optional string
    pub fn has_seller_item_id(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(10) }
    }
    pub fn clear_seller_item_id(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(10);
        }
    }
    pub fn seller_item_id_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_seller_item_id().then(|| self.seller_item_id())
    }
    pub fn seller_item_id(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(10, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_seller_item_id(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 10, val);
        }
    }

    // standard_item_id: optional string
    pub fn has_standard_item_id(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(11) }
    }
    pub fn clear_standard_item_id(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(11);
        }
    }
    pub fn standard_item_id_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_standard_item_id().then(|| self.standard_item_id())
    }
    pub fn standard_item_id(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(11, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_standard_item_id(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 11, val);
        }
    }

    // origin: optional string
    pub fn has_origin(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(12) }
    }
    pub fn clear_origin(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(12);
        }
    }
    pub fn origin_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_origin().then(|| self.origin())
    }
    pub fn origin(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(12, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_origin(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 12, val);
        }
    }
} // impl InvoiceLine

impl ::std::ops::Drop for InvoiceLine {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for InvoiceLine {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for InvoiceLine {
    type Proxied = Self;
    fn as_view(&self) -> InvoiceLineView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for InvoiceLine {
    type MutProxied = Self;
    fn as_mut(&mut self) -> InvoiceLineMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for InvoiceLine {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK
                .get_or_init(|| {
                    super::messages_proto::wirecost__InvoiceLine_msg_init.0 =
                        ::protobuf::__internal::runtime::build_mini_table("$)N1V1V1T N1V1V1V1V N1V1T1V");
                    ::protobuf::__internal::runtime::link_mini_table(
                        super::messages_proto::wirecost__InvoiceLine_msg_init.0,
                        &[],
                        &[],
                    );
                    ::protobuf::__internal::runtime::MiniTableInitPtr(
                        super::messages_proto::wirecost__InvoiceLine_msg_init.0,
                    )
                })
                .0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for InvoiceLine {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for InvoiceLine {
    type Msg = InvoiceLine;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<InvoiceLine> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for InvoiceLine {
    type Msg = InvoiceLine;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<InvoiceLine> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for InvoiceLineMut<'_> {
    type Msg = InvoiceLine;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<InvoiceLine> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for InvoiceLineMut<'_> {
    type Msg = InvoiceLine;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<InvoiceLine> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for InvoiceLineView<'_> {
    type Msg = InvoiceLine;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<InvoiceLine> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for InvoiceLineMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__TaxSubtotal_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct TaxSubtotal {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<TaxSubtotal>,
}

impl ::protobuf::Message for TaxSubtotal {
    type MessageView<'msg> = TaxSubtotalView<'msg>;
    type MessageMut<'msg> = TaxSubtotalMut<'msg>;
}

impl ::std::default::Default for TaxSubtotal {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for TaxSubtotal {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `TaxSubtotal` is `Sync` because it does not implement interior mutability.
//    Neither does `TaxSubtotalMut`.
unsafe impl ::std::marker::Sync for TaxSubtotal {}

// SAFETY:
// - `TaxSubtotal` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for TaxSubtotal {}

impl ::protobuf::Proxied for TaxSubtotal {
    type View<'msg> = TaxSubtotalView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for TaxSubtotal {}

impl ::protobuf::MutProxied for TaxSubtotal {
    type Mut<'msg> = TaxSubtotalMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct TaxSubtotalView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, TaxSubtotal>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for TaxSubtotalView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for TaxSubtotalView<'msg> {
    type Message = TaxSubtotal;
}

impl ::std::fmt::Debug for TaxSubtotalView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for TaxSubtotalView<'_> {
    fn default() -> TaxSubtotalView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, TaxSubtotal>> for TaxSubtotalView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, TaxSubtotal>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> TaxSubtotalView<'msg> {
    pub fn to_owned(&self) -> TaxSubtotal {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // taxable: optional string
    pub fn has_taxable(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn taxable_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_taxable().then(|| self.taxable())
    }
    pub fn taxable(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // tax: optional string
    pub fn has_tax(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn tax_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_tax().then(|| self.tax())
    }
    pub fn tax(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // tax_category: optional string
    pub fn has_tax_category(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn tax_category_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_tax_category().then(|| self.tax_category())
    }
    pub fn tax_category(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // tax_percent: optional double
    pub fn has_tax_percent(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn tax_percent_opt(self) -> ::std::option::Option<f64> {
        self.has_tax_percent().then(|| self.tax_percent())
    }
    pub fn tax_percent(self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(3, (0f64).into()).try_into().unwrap()
        }
    }
}

// SAFETY:
// - `TaxSubtotalView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for TaxSubtotalView<'_> {}

// SAFETY:
// - `TaxSubtotalView` is `Send` because while its alive a `TaxSubtotalMut` cannot.
// - `TaxSubtotalView` does not use thread-local data.
unsafe impl ::std::marker::Send for TaxSubtotalView<'_> {}

impl<'msg> ::protobuf::AsView for TaxSubtotalView<'msg> {
    type Proxied = TaxSubtotal;
    fn as_view(&self) -> ::protobuf::View<'msg, TaxSubtotal> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for TaxSubtotalView<'msg> {
    fn into_view<'shorter>(self) -> TaxSubtotalView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<TaxSubtotal> for TaxSubtotalView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> TaxSubtotal {
        let mut dst = TaxSubtotal::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<TaxSubtotal> for TaxSubtotalMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> TaxSubtotal {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for TaxSubtotal {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for TaxSubtotalView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for TaxSubtotalMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct TaxSubtotalMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, TaxSubtotal>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for TaxSubtotalMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for TaxSubtotalMut<'msg> {
    type Message = TaxSubtotal;
}

impl ::std::fmt::Debug for TaxSubtotalMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, TaxSubtotal>> for TaxSubtotalMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, TaxSubtotal>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> TaxSubtotalMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, TaxSubtotal> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> TaxSubtotal {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // taxable: optional string
    pub fn has_taxable(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_taxable(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn taxable_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_taxable().then(|| self.taxable())
    }
    pub fn taxable(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_taxable(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // tax: optional string
    pub fn has_tax(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_tax(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn tax_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_tax().then(|| self.tax())
    }
    pub fn tax(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_tax(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // tax_category: optional string
    pub fn has_tax_category(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_tax_category(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn tax_category_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_tax_category().then(|| self.tax_category())
    }
    pub fn tax_category(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_tax_category(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }

    // tax_percent: optional double
    pub fn has_tax_percent(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_tax_percent(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn tax_percent_opt(&self) -> ::std::option::Option<f64> {
        self.has_tax_percent().then(|| self.tax_percent())
    }
    pub fn tax_percent(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(3, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_tax_percent(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(3, val.into())
        }
    }
}

// SAFETY:
// - `TaxSubtotalMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for TaxSubtotalMut<'_> {}

// SAFETY:
// - `TaxSubtotalMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for TaxSubtotalMut<'_> {}

impl<'msg> ::protobuf::AsView for TaxSubtotalMut<'msg> {
    type Proxied = TaxSubtotal;
    fn as_view(&self) -> ::protobuf::View<'_, TaxSubtotal> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for TaxSubtotalMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, TaxSubtotal>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for TaxSubtotalMut<'msg> {
    type MutProxied = TaxSubtotal;
    fn as_mut(&mut self) -> TaxSubtotalMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for TaxSubtotalMut<'msg> {
    fn into_mut<'shorter>(self) -> TaxSubtotalMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl TaxSubtotal {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, TaxSubtotal> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> TaxSubtotalView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> TaxSubtotalMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // taxable: optional string
    pub fn has_taxable(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_taxable(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn taxable_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_taxable().then(|| self.taxable())
    }
    pub fn taxable(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_taxable(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // tax: optional string
    pub fn has_tax(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_tax(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn tax_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_tax().then(|| self.tax())
    }
    pub fn tax(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_tax(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // tax_category: optional string
    pub fn has_tax_category(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_tax_category(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn tax_category_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_tax_category().then(|| self.tax_category())
    }
    pub fn tax_category(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_tax_category(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }

    // tax_percent: optional double
    pub fn has_tax_percent(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_tax_percent(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn tax_percent_opt(&self) -> ::std::option::Option<f64> {
        self.has_tax_percent().then(|| self.tax_percent())
    }
    pub fn tax_percent(&self) -> f64 {
        unsafe {
            // TODO: b/361751487: This .into() and .try_into() is only
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            // perfectly (and do an unchecked conversion for
            // i32->enum types, since even for closed enums we trust
            // upb to only return one of the named values).
            self.inner.ptr().get_f64_at_index(3, (0f64).into()).try_into().unwrap()
        }
    }
    pub fn set_tax_percent(&mut self, val: f64) {
        unsafe {
            // TODO: b/361751487: This .into() is only here
            // here for the enum<->i32 case, we should avoid it for
            // other primitives where the types naturally match
            //perfectly.
            self.inner.ptr_mut().set_base_field_f64_at_index(3, val.into())
        }
    }
} // impl TaxSubtotal

impl ::std::ops::Drop for TaxSubtotal {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for TaxSubtotal {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for TaxSubtotal {
    type Proxied = Self;
    fn as_view(&self) -> TaxSubtotalView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for TaxSubtotal {
    type MutProxied = Self;
    fn as_mut(&mut self) -> TaxSubtotalMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for TaxSubtotal {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK
                .get_or_init(|| {
                    super::messages_proto::wirecost__TaxSubtotal_msg_init.0 =
                        ::protobuf::__internal::runtime::build_mini_table("$1V1V1V N");
                    ::protobuf::__internal::runtime::link_mini_table(
                        super::messages_proto::wirecost__TaxSubtotal_msg_init.0,
                        &[],
                        &[],
                    );
                    ::protobuf::__internal::runtime::MiniTableInitPtr(
                        super::messages_proto::wirecost__TaxSubtotal_msg_init.0,
                    )
                })
                .0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for TaxSubtotal {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for TaxSubtotal {
    type Msg = TaxSubtotal;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<TaxSubtotal> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for TaxSubtotal {
    type Msg = TaxSubtotal;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<TaxSubtotal> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for TaxSubtotalMut<'_> {
    type Msg = TaxSubtotal;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<TaxSubtotal> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for TaxSubtotalMut<'_> {
    type Msg = TaxSubtotal;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<TaxSubtotal> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for TaxSubtotalView<'_> {
    type Msg = TaxSubtotal;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<TaxSubtotal> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for TaxSubtotalMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

// This variable must not be referenced except by protobuf generated
// code.
pub(crate) static mut wirecost__Totals_msg_init: ::protobuf::__internal::runtime::MiniTableInitPtr =
    ::protobuf::__internal::runtime::MiniTableInitPtr(::protobuf::__internal::runtime::MiniTablePtr::dangling());
#[allow(non_camel_case_types)]
pub struct Totals {
    inner: ::protobuf::__internal::runtime::OwnedMessageInner<Totals>,
}

impl ::protobuf::Message for Totals {
    type MessageView<'msg> = TotalsView<'msg>;
    type MessageMut<'msg> = TotalsMut<'msg>;
}

impl ::std::default::Default for Totals {
    fn default() -> Self {
        Self::new()
    }
}

impl ::std::fmt::Debug for Totals {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

// SAFETY:
// - `Totals` is `Sync` because it does not implement interior mutability.
//    Neither does `TotalsMut`.
unsafe impl ::std::marker::Sync for Totals {}

// SAFETY:
// - `Totals` is `Send` because it uniquely owns its arena and does
//   not use thread-local data.
unsafe impl ::std::marker::Send for Totals {}

impl ::protobuf::Proxied for Totals {
    type View<'msg> = TotalsView<'msg>;
}

impl ::protobuf::__internal::SealedInternal for Totals {}

impl ::protobuf::MutProxied for Totals {
    type Mut<'msg> = TotalsMut<'msg>;
}

#[derive(Copy, Clone)]
#[allow(dead_code)]
pub struct TotalsView<'msg> {
    inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Totals>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for TotalsView<'msg> {}

impl<'msg> ::protobuf::MessageView<'msg> for TotalsView<'msg> {
    type Message = Totals;
}

impl ::std::fmt::Debug for TotalsView<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl ::std::default::Default for TotalsView<'_> {
    fn default() -> TotalsView<'static> {
        ::protobuf::__internal::runtime::MessageViewInner::default().into()
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageViewInner<'msg, Totals>> for TotalsView<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageViewInner<'msg, Totals>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> TotalsView<'msg> {
    pub fn to_owned(&self) -> Totals {
        ::protobuf::IntoProxied::into_proxied(*self, ::protobuf::__internal::Private)
    }

    // line_extension: optional string
    pub fn has_line_extension(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn line_extension_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_line_extension().then(|| self.line_extension())
    }
    pub fn line_extension(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // tax_exclusive: optional string
    pub fn has_tax_exclusive(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn tax_exclusive_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_tax_exclusive().then(|| self.tax_exclusive())
    }
    pub fn tax_exclusive(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // tax_inclusive: optional string
    pub fn has_tax_inclusive(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn tax_inclusive_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_tax_inclusive().then(|| self.tax_inclusive())
    }
    pub fn tax_inclusive(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }

    // payable: optional string
    pub fn has_payable(self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn payable_opt(self) -> ::std::option::Option<&'msg ::protobuf::ProtoStr> {
        self.has_payable().then(|| self.payable())
    }
    pub fn payable(self) -> ::protobuf::View<'msg, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(3, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
}

// SAFETY:
// - `TotalsView` is `Sync` because it does not support mutation.
unsafe impl ::std::marker::Sync for TotalsView<'_> {}

// SAFETY:
// - `TotalsView` is `Send` because while its alive a `TotalsMut` cannot.
// - `TotalsView` does not use thread-local data.
unsafe impl ::std::marker::Send for TotalsView<'_> {}

impl<'msg> ::protobuf::AsView for TotalsView<'msg> {
    type Proxied = Totals;
    fn as_view(&self) -> ::protobuf::View<'msg, Totals> {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for TotalsView<'msg> {
    fn into_view<'shorter>(self) -> TotalsView<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

impl<'msg> ::protobuf::IntoProxied<Totals> for TotalsView<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Totals {
        let mut dst = Totals::new();
        assert!(unsafe { dst.inner.ptr_mut().deep_copy(self.inner.ptr(), dst.inner.arena()) });
        dst
    }
}

impl<'msg> ::protobuf::IntoProxied<Totals> for TotalsMut<'msg> {
    fn into_proxied(self, _private: ::protobuf::__internal::Private) -> Totals {
        ::protobuf::IntoProxied::into_proxied(::protobuf::IntoView::into_view(self), _private)
    }
}

impl ::protobuf::__internal::EntityType for Totals {
    type Tag = ::protobuf::__internal::entity_tag::MessageTag;
}

impl<'msg> ::protobuf::__internal::EntityType for TotalsView<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::ViewProxyTag;
}

impl<'msg> ::protobuf::__internal::EntityType for TotalsMut<'msg> {
    type Tag = ::protobuf::__internal::entity_tag::MutProxyTag;
}

#[allow(dead_code)]
#[allow(non_camel_case_types)]
pub struct TotalsMut<'msg> {
    inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Totals>,
}

impl<'msg> ::protobuf::__internal::SealedInternal for TotalsMut<'msg> {}

impl<'msg> ::protobuf::MessageMut<'msg> for TotalsMut<'msg> {
    type Message = Totals;
}

impl ::std::fmt::Debug for TotalsMut<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        write!(f, "{}", ::protobuf::__internal::runtime::debug_string(self))
    }
}

impl<'msg> From<::protobuf::__internal::runtime::MessageMutInner<'msg, Totals>> for TotalsMut<'msg> {
    fn from(inner: ::protobuf::__internal::runtime::MessageMutInner<'msg, Totals>) -> Self {
        Self { inner }
    }
}

#[allow(dead_code)]
impl<'msg> TotalsMut<'msg> {
    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'msg, Totals> {
        self.inner.reborrow()
    }

    pub fn to_owned(&self) -> Totals {
        ::protobuf::AsView::as_view(self).to_owned()
    }

    // line_extension: optional string
    pub fn has_line_extension(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_line_extension(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn line_extension_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_line_extension().then(|| self.line_extension())
    }
    pub fn line_extension(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_line_extension(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // tax_exclusive: optional string
    pub fn has_tax_exclusive(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_tax_exclusive(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn tax_exclusive_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_tax_exclusive().then(|| self.tax_exclusive())
    }
    pub fn tax_exclusive(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_tax_exclusive(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // tax_inclusive: optional string
    pub fn has_tax_inclusive(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_tax_inclusive(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn tax_inclusive_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_tax_inclusive().then(|| self.tax_inclusive())
    }
    pub fn tax_inclusive(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_tax_inclusive(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }

    // payable: optional string
    pub fn has_payable(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_payable(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn payable_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_payable().then(|| self.payable())
    }
    pub fn payable(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(3, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_payable(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 3, val);
        }
    }
}

// SAFETY:
// - `TotalsMut` does not perform any shared mutation.
unsafe impl ::std::marker::Send for TotalsMut<'_> {}

// SAFETY:
// - `TotalsMut` does not perform any shared mutation.
unsafe impl ::std::marker::Sync for TotalsMut<'_> {}

impl<'msg> ::protobuf::AsView for TotalsMut<'msg> {
    type Proxied = Totals;
    fn as_view(&self) -> ::protobuf::View<'_, Totals> {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for TotalsMut<'msg> {
    fn into_view<'shorter>(self) -> ::protobuf::View<'shorter, Totals>
    where
        'msg: 'shorter,
    {
        self.inner.as_view().into()
    }
}

impl<'msg> ::protobuf::AsMut for TotalsMut<'msg> {
    type MutProxied = Totals;
    fn as_mut(&mut self) -> TotalsMut<'msg> {
        self.inner.reborrow().into()
    }
}

impl<'msg> ::protobuf::IntoMut<'msg> for TotalsMut<'msg> {
    fn into_mut<'shorter>(self) -> TotalsMut<'shorter>
    where
        'msg: 'shorter,
    {
        self
    }
}

#[allow(dead_code)]
impl Totals {
    pub fn new() -> Self {
        Self { inner: ::protobuf::__internal::runtime::OwnedMessageInner::<Self>::new() }
    }

    #[doc(hidden)]
    pub fn as_message_mut_inner(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessageMutInner<'_, Totals> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner)
    }

    pub fn as_view(&self) -> TotalsView<'_> {
        ::protobuf::__internal::runtime::MessageViewInner::view_of_owned(&self.inner).into()
    }

    pub fn as_mut(&mut self) -> TotalsMut<'_> {
        ::protobuf::__internal::runtime::MessageMutInner::mut_of_owned(&mut self.inner).into()
    }

    // line_extension: optional string
    pub fn has_line_extension(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(0) }
    }
    pub fn clear_line_extension(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(0);
        }
    }
    pub fn line_extension_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_line_extension().then(|| self.line_extension())
    }
    pub fn line_extension(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(0, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_line_extension(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 0, val);
        }
    }

    // tax_exclusive: optional string
    pub fn has_tax_exclusive(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(1) }
    }
    pub fn clear_tax_exclusive(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(1);
        }
    }
    pub fn tax_exclusive_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_tax_exclusive().then(|| self.tax_exclusive())
    }
    pub fn tax_exclusive(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(1, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_tax_exclusive(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 1, val);
        }
    }

    // tax_inclusive: optional string
    pub fn has_tax_inclusive(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(2) }
    }
    pub fn clear_tax_inclusive(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(2);
        }
    }
    pub fn tax_inclusive_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_tax_inclusive().then(|| self.tax_inclusive())
    }
    pub fn tax_inclusive(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(2, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_tax_inclusive(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 2, val);
        }
    }

    // payable: optional string
    pub fn has_payable(&self) -> bool {
        unsafe { self.inner.ptr().has_field_at_index(3) }
    }
    pub fn clear_payable(&mut self) {
        unsafe {
            self.inner.ptr().clear_field_at_index(3);
        }
    }
    pub fn payable_opt(&self) -> ::std::option::Option<&'_ ::protobuf::ProtoStr> {
        self.has_payable().then(|| self.payable())
    }
    pub fn payable(&self) -> ::protobuf::View<'_, ::protobuf::ProtoString> {
        let str_view = unsafe { self.inner.ptr().get_string_at_index(3, (b"").into()) };
        ::protobuf::ProtoStr::from_utf8_unchecked(unsafe { str_view.as_ref() })
    }
    pub fn set_payable(&mut self, val: impl ::protobuf::IntoProxied<::protobuf::ProtoString>) {
        unsafe {
            ::protobuf::__internal::runtime::message_set_string_field(::protobuf::AsMut::as_mut(self).inner, 3, val);
        }
    }
} // impl Totals

impl ::std::ops::Drop for Totals {
    #[inline]
    fn drop(&mut self) {}
}

impl ::std::clone::Clone for Totals {
    fn clone(&self) -> Self {
        self.as_view().to_owned()
    }
}

impl ::protobuf::AsView for Totals {
    type Proxied = Self;
    fn as_view(&self) -> TotalsView<'_> {
        self.as_view()
    }
}

impl ::protobuf::AsMut for Totals {
    type MutProxied = Self;
    fn as_mut(&mut self) -> TotalsMut<'_> {
        self.as_mut()
    }
}

unsafe impl ::protobuf::__internal::runtime::AssociatedMiniTable for Totals {
    fn mini_table() -> ::protobuf::__internal::runtime::MiniTablePtr {
        static ONCE_LOCK: ::std::sync::OnceLock<::protobuf::__internal::runtime::MiniTableInitPtr> =
            ::std::sync::OnceLock::new();
        unsafe {
            ONCE_LOCK
                .get_or_init(|| {
                    super::messages_proto::wirecost__Totals_msg_init.0 =
                        ::protobuf::__internal::runtime::build_mini_table("$M1N1N1N1N");
                    ::protobuf::__internal::runtime::link_mini_table(
                        super::messages_proto::wirecost__Totals_msg_init.0,
                        &[],
                        &[],
                    );
                    ::protobuf::__internal::runtime::MiniTableInitPtr(
                        super::messages_proto::wirecost__Totals_msg_init.0,
                    )
                })
                .0
        }
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetArena for Totals {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for Totals {
    type Msg = Totals;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Totals> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for Totals {
    type Msg = Totals;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Totals> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtrMut for TotalsMut<'_> {
    type Msg = Totals;
    fn get_ptr_mut(
        &mut self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Totals> {
        self.inner.ptr_mut()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for TotalsMut<'_> {
    type Msg = Totals;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Totals> {
        self.inner.ptr()
    }
}
unsafe impl ::protobuf::__internal::runtime::UpbGetMessagePtr for TotalsView<'_> {
    type Msg = Totals;
    fn get_ptr(
        &self,
        _private: ::protobuf::__internal::Private,
    ) -> ::protobuf::__internal::runtime::MessagePtr<Totals> {
        self.inner.ptr()
    }
}

unsafe impl ::protobuf::__internal::runtime::UpbGetArena for TotalsMut<'_> {
    fn get_arena(&mut self, _private: ::protobuf::__internal::Private) -> &::protobuf::__internal::runtime::Arena {
        self.inner.arena()
    }
}

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State(i32);

#[allow(non_upper_case_globals)]
impl State {
    pub const Idle: State = State(0);
    pub const Running: State = State(1);
    pub const Fault: State = State(2);

    fn constant_name(&self) -> ::std::option::Option<&'static str> {
        #[allow(unreachable_patterns)] // In the case of aliases, just emit them all and let the first one match.
        Some(match self.0 {
            0 => "Idle",
            1 => "Running",
            2 => "Fault",
            _ => return None,
        })
    }
}

impl ::std::convert::From<State> for i32 {
    fn from(val: State) -> i32 {
        val.0
    }
}

impl ::std::convert::From<i32> for State {
    fn from(val: i32) -> State {
        Self(val)
    }
}

impl ::std::default::Default for State {
    fn default() -> Self {
        Self(0)
    }
}

impl ::std::fmt::Debug for State {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        if let Some(constant_name) = self.constant_name() {
            write!(f, "State::{}", constant_name)
        } else {
            write!(f, "State::from({})", self.0)
        }
    }
}

impl ::protobuf::IntoProxied<i32> for State {
    fn into_proxied(self, _: ::protobuf::__internal::Private) -> i32 {
        self.0
    }
}

impl ::protobuf::__internal::SealedInternal for State {}

impl ::protobuf::Proxied for State {
    type View<'a> = State;
}

impl ::protobuf::AsView for State {
    type Proxied = State;

    fn as_view(&self) -> State {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for State {
    fn into_view<'shorter>(self) -> State
    where
        'msg: 'shorter,
    {
        self
    }
}

// SAFETY: this is an enum type
unsafe impl ::protobuf::__internal::Enum for State {
    const NAME: &'static str = "State";

    fn is_known(value: i32) -> bool {
        matches!(value, 0 | 1 | 2)
    }
}

impl ::protobuf::__internal::EntityType for State {
    type Tag = ::protobuf::__internal::entity_tag::EnumTag;
}

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quality(i32);

#[allow(non_upper_case_globals)]
impl Quality {
    pub const Good: Quality = Quality(0);
    pub const Uncertain: Quality = Quality(1);
    pub const Bad: Quality = Quality(2);

    fn constant_name(&self) -> ::std::option::Option<&'static str> {
        #[allow(unreachable_patterns)] // In the case of aliases, just emit them all and let the first one match.
        Some(match self.0 {
            0 => "Good",
            1 => "Uncertain",
            2 => "Bad",
            _ => return None,
        })
    }
}

impl ::std::convert::From<Quality> for i32 {
    fn from(val: Quality) -> i32 {
        val.0
    }
}

impl ::std::convert::From<i32> for Quality {
    fn from(val: i32) -> Quality {
        Self(val)
    }
}

impl ::std::default::Default for Quality {
    fn default() -> Self {
        Self(0)
    }
}

impl ::std::fmt::Debug for Quality {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        if let Some(constant_name) = self.constant_name() {
            write!(f, "Quality::{}", constant_name)
        } else {
            write!(f, "Quality::from({})", self.0)
        }
    }
}

impl ::protobuf::IntoProxied<i32> for Quality {
    fn into_proxied(self, _: ::protobuf::__internal::Private) -> i32 {
        self.0
    }
}

impl ::protobuf::__internal::SealedInternal for Quality {}

impl ::protobuf::Proxied for Quality {
    type View<'a> = Quality;
}

impl ::protobuf::AsView for Quality {
    type Proxied = Quality;

    fn as_view(&self) -> Quality {
        *self
    }
}

impl<'msg> ::protobuf::IntoView<'msg> for Quality {
    fn into_view<'shorter>(self) -> Quality
    where
        'msg: 'shorter,
    {
        self
    }
}

// SAFETY: this is an enum type
unsafe impl ::protobuf::__internal::Enum for Quality {
    const NAME: &'static str = "Quality";

    fn is_known(value: i32) -> bool {
        matches!(value, 0 | 1 | 2)
    }
}

impl ::protobuf::__internal::EntityType for Quality {
    type Tag = ::protobuf::__internal::entity_tag::EnumTag;
}
