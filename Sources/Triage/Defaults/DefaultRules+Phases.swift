extension DefaultRules {
  /// What the main thread does at launch, latest phase first; the innermost function that matches decides.
  static let phases = #"""
    [phase didBecomeActive]
    *applicationDidBecomeActive:]
    *applicationDidBecomeActive(_:)
    *sceneDidBecomeActive:]
    *sceneDidBecomeActive(_:)
    *_stopDeactivatingForReason:]

    [phase scene]
    *scene:willConnectToSession:options:]
    *scene(_:willConnectTo:options:)
    -[UIWindow makeKeyAndVisible]
    -[UIWindow _mainQueue_makeKeyAndVisible]
    -[UIWindow addRootViewControllerViewIfPossible]
    *_UISceneLifecycle*

    [phase didFinishLaunching]
    *application:willFinishLaunchingWithOptions:]
    *application(_:willFinishLaunchingWithOptions:)
    *didFinishLaunchingWithOptions:]
    *application(_:didFinishLaunchingWithOptions:)
    *applicationDidFinishLaunching:]
    *applicationDidFinishLaunching(_:)
    -[UIApplication _handleDelegateCallbacksWithOptions:*]
    *_callInitializationDelegates*
    *_runWithMainScene:*
    -[NSApplication finishLaunching]
    -[NSApplication _postDidFinishNotification]

    [phase load]
    call_load_methods
    load_images
    dyld::notifySingle*
    dyld4::RuntimeState::notifyObjCInit*

    [phase initializer]
    ImageLoaderMachO::doModInitFunctions*
    ImageLoader::recursiveInitialization*
    dyld3::AllImages::runInitialzersBottomUp*
    dyld4::Loader::findAndRunAllInitializers*
    dyld4::Loader::runInitializersBottomUp*
    dyld4::APIs::runAllInitializersForMain*
    _GLOBAL__sub_I_*
    __cxx_global_var_init*
    call_init
    _dl_init

    [phase dyld]
    dyld::_main*
    dyldbootstrap::start*
    dyld3::*launchWithClosure*
    dyld4::prepare*
    dyld4::*Loader::*
    _dl_start*
    _dl_main*
    """#
}
